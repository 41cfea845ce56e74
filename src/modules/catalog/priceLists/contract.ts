import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Id,
  listInput,
  listOf,
  Maybe,
  Moment,
  Nullable,
  Price,
  Text,
} from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { OnePriceField, PriceCell, PriceChange, PriceDoubt } from '../prices/contract.ts'

// Prices for a time: a season, a holiday, a new list from a day on.

/** None where all are meant. */
const choice = Type.Optional(
  Type.Union([Id, Type.Literal(''), Type.Null()], { message: 'Valore non ammesso' }),
)

/** Which prices change, and how; worked out when the list begins. */
const rule = {
  departure: choice,
  kind: choice,
  fields: Type.Array(OnePriceField, { maxItems: 7, default: [], message: 'Scegli almeno un prezzo' }),
  /** `15` or `-7,5`; either this or an amount. */
  percent: Maybe(20, { message: 'Scrivi la percentuale, per esempio 15 oppure -7,5' }),
  /** Euro to add; below zero to lower. */
  amount: Maybe(20, { message: 'Scrivi l’importo in euro, per esempio 5 oppure -2,50' }),
  /** Euro: new prices are multiples of it. */
  roundTo: Maybe(20, { message: 'Scrivi l’arrotondamento in euro, per esempio 5 oppure 0,50' }),
  /** Prices of single cells, which go before the rule. */
  cells: Type.Array(Type.Object({ id: Id, field: OnePriceField, value: PriceCell }), {
    maxItems: 10_000,
    default: [],
    message: 'Un listino ha al massimo 10000 prezzi scritti a mano',
  }),
}

export const PriceListForm = Type.Object({
  name: Text(120, { message: 'Dai un nome al listino' }),
  /** From the first minute of this day in Rome. */
  startsOn: Day({ message: 'Scegli il primo giorno' }),
  /** To the last minute of this day; empty for a list that stays. */
  endsOn: Type.Optional(Type.Union([Day(), Type.Literal(''), Type.Null()], { message: 'Data non valida' })),
  ...rule,
})
export type PriceListForm = Static<typeof PriceListForm>

export const PriceListState = Type.Union([
  Type.Literal('programmato'),
  Type.Literal('in corso'),
  Type.Literal('concluso'),
  Type.Literal('annullato'),
  /** Its days went by while nothing could be carried out. */
  Type.Literal('saltato'),
])
export type PriceListState = Static<typeof PriceListState>

const shown = {
  id: Id,
  name: Type.String(),
  startsOn: Type.String(),
  endsOn: Nullable(Type.String()),
  departure: Nullable(Id),
  departureName: Nullable(Type.String()),
  kind: Nullable(Id),
  kindName: Nullable(Type.String()),
  fields: Type.Array(OnePriceField),
  percent: Nullable(Type.String()),
  amount: Nullable(Type.String()),
  roundTo: Nullable(Type.String()),
  state: PriceListState,
  begunAt: Nullable(Moment),
  endedAt: Nullable(Moment),
  batchId: Nullable(Type.String()),
  /** Prices that it has changed. */
  updated: Type.Integer(),
  /** Prices that staff changed meanwhile, so that they stayed. */
  keptCount: Type.Integer(),
  createdBy: Type.String(),
  createdAt: Moment,
  updatedAt: Moment,
}

/** A line of the overview. */
export const PriceListSummary = Type.Object({ ...shown, cellCount: Type.Integer() })
export type PriceListSummary = Static<typeof PriceListSummary>

export const PriceList = Type.Object({
  ...shown,
  cells: Type.Array(Type.Object({ id: Id, field: OnePriceField, value: Price })),
  /** From the list's price to the one that stayed. */
  kept: Type.Array(PriceChange),
})
export type PriceList = Static<typeof PriceList>

export const ListPriceLists = query(
  'GET /api/admin/price-lists',
  'admin',
  Type.Object(listInput('name', 'startsOn', 'endsOn', 'createdAt')),
  listOf(PriceListSummary),
)
export const ReadPriceList = query('GET /api/admin/price-lists/:id', 'admin', ById, PriceList)

const PriceListPreview = Type.Object({
  updated: Type.Integer(),
  updatedRoutes: Type.Integer(),
  changes: Type.Array(PriceChange),
  doubts: Type.Array(PriceDoubt),
})
export type PriceListPreview = Static<typeof PriceListPreview>

export const PreviewPriceList = command(
  'POST /api/admin/price-lists/preview',
  'admin',
  Type.Object(rule),
  PriceListPreview,
  { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000, summary: 'What a list would change today; writes nothing' },
)

const form = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000 }

export const CreatePriceList = command('POST /api/admin/price-lists', 'admin', PriceListForm, PriceList, {
  ...form,
  status: 201,
  summary: 'Prices for a time; lists over the same prices at the same time are refused',
})
export const SavePriceList = command(
  'PUT /api/admin/price-lists/:id',
  'admin',
  Type.Object({ ...PriceListForm.properties, id: Id, updatedAt: Moment }),
  PriceList,
  { ...form, summary: 'Of a list that has begun only the last day may change' },
)
export const CancelPriceList = command('POST /api/admin/price-lists/:id/cancel', 'admin', ById, PriceList, {
  timeoutMs: 15_000,
  summary: 'A planned list never begins; one that has begun is taken back at once',
})
export const DeletePriceList = command('DELETE /api/admin/price-lists/:id', 'admin', ById, Type.Object({}), {
  status: 204,
})
