import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Emptyable,
  Id,
  listInput,
  listOf,
  Maybe,
  Moment,
  Nullable,
  Price,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { OnePriceField, PriceCell, PriceChange, PriceWarning, Vehicle } from '../prices/contract.ts'

// A price list changes prices for a season or holiday, or permanently from a day on.

/** An id, or an empty value that selects all. */
const choice = Emptyable({ ...Id, message: 'Valore non ammesso' })

/** Which prices change and how. On each read, the server computes the changed prices from the base prices. */
const rule = {
  departure: titled('Partenza', choice),
  kind: titled('Tipologia', choice),
  fields: titled(
    'Prezzi',
    Type.Array(OnePriceField, { maxItems: 7, default: [], message: 'Scegli almeno un prezzo' }),
  ),
  /** `15` or `-7,5`; not together with `amount`. */
  percent: titled(
    'Percentuale',
    Maybe(20, { isDecimal: true, message: 'Scrivi la percentuale, per esempio 15 oppure -7,5' }),
  ),
  /** Euro to add; negative to lower prices. */
  amount: titled(
    'Importo',
    Maybe(20, { isDecimal: true, message: 'Scrivi l’importo in euro, per esempio 5 oppure -2,50' }),
  ),
  /** Amount in euro of which the new prices are multiples. */
  roundTo: titled(
    'Arrotonda a',
    Maybe(20, { isDecimal: true, message: 'Scrivi l’arrotondamento in euro, per esempio 5 oppure 0,50' }),
  ),
  /** Single prices, which override the rule. */
  cells: titled(
    'Prezzi del listino',
    Type.Array(
      Type.Object({ id: Id, field: titled('Campo', OnePriceField), value: titled('Prezzo', PriceCell) }),
      {
        maxItems: 10_000,
        default: [],
        message: 'Elenco dei prezzi non valido',
      },
    ),
  ),
}

/** When a list applies within its days: always, on some weekdays, or to departures between 22:00 and 06:00. */
const OverlayKind = Type.Union([Type.Literal('period'), Type.Literal('weekdays'), Type.Literal('nights')], {
  default: 'period',
  message: 'Tipo di listino non valido',
})

export const PriceListForm = Type.Object({
  overlay: titled('Tipo di listino', OverlayKind),
  /** 1 is Monday. */
  weekdays: titled(
    'Giorni della settimana',
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      default: [],
      message: 'Scegli i giorni della settimana',
    }),
  ),
  name: titled('Nome', Text(120, { isName: true, message: 'Dai un nome al listino' })),
  /** First day; the list starts at midnight in Rome. */
  startsOn: titled('Primo giorno', Day({ message: 'Scegli il primo giorno' })),
  /** Last day; the list ends at midnight in Rome after this day. Empty for a permanent list. */
  endsOn: titled('Ultimo giorno', Emptyable(Day({ message: 'Data non valida' }))),
  ...rule,
})
export type PriceListForm = Static<typeof PriceListForm>

export const PriceListState = Type.Union([
  Type.Literal('programmato'),
  Type.Literal('in corso'),
  Type.Literal('concluso'),
  Type.Literal('annullato'),
])
export type PriceListState = Static<typeof PriceListState>

const shown = {
  id: Id,
  overlay: OverlayKind,
  weekdays: Type.Array(Type.Integer()),
  name: Type.String(),
  startsOn: Type.String(),
  endsOn: Nullable(Type.String()),
  departure: Nullable(Id),
  departureName: titled('Partenza', Nullable(Type.String())),
  kind: Nullable(Id),
  kindName: titled('Tipologia', Nullable(Type.String())),
  fields: Type.Array(OnePriceField),
  percent: Nullable(Type.String()),
  amount: Nullable(Type.String()),
  roundTo: Nullable(Type.String()),
  state: titled('Stato', PriceListState),
  cancelledAt: titled('Annullato il', Nullable(Moment)),
  /** Number of the version, counted from 1. */
  version: titled('Versione', Type.Integer()),
  createdBy: titled('Creato da', Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
}

export const PriceListSummary = Type.Object({ ...shown, cellCount: Type.Integer() })
export type PriceListSummary = Static<typeof PriceListSummary>

export const PriceList = Type.Object({
  ...shown,
  cells: Type.Array(Type.Object({ id: Id, field: OnePriceField, value: Price })),
  /** Earlier contents, newest first. */
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      changedBy: Type.String(),
      changedAt: Moment,
      content: Type.Partial(PriceListForm),
    }),
  ),
})
export type PriceList = Static<typeof PriceList>

export const ListPriceLists = query(
  'GET /api/admin/price-lists',
  ['operatore', 'contabile'],
  Type.Object(listInput('name', 'startsOn', 'endsOn', 'createdAt')),
  listOf(PriceListSummary),
  { tables: ['price_lists'] },
)
export const ReadPriceList = query(
  'GET /api/admin/price-lists/:id',
  ['operatore', 'contabile'],
  ById,
  PriceList,
  {
    tables: ['price_lists'],
  },
)

const PriceListPreview = Type.Object({
  updated: Type.Integer(),
  updatedRoutes: Type.Integer(),
  changes: Type.Array(PriceChange),
  warnings: Type.Array(PriceWarning),
})
export type PriceListPreview = Static<typeof PriceListPreview>

export const PreviewPriceList = command(
  'POST /api/admin/price-lists/preview',
  'admin',
  Type.Object(rule),
  PriceListPreview,
  {
    maxBytes: 2 * 1024 * 1024,
    timeoutMs: 15_000,
    summary: 'Base and list price of each route that a list would change; writes nothing',
  },
)

const Offers = Type.Array(Type.Object({ vehicle: Vehicle, total: Price }))

export const PreviewListRoute = command(
  'POST /api/admin/price-lists/preview/routes/:id',
  'admin',
  Type.Object({ ...rule, id: Id }),
  Type.Object({
    prices: Type.Array(Type.Object({ field: OnePriceField, base: Price, list: Price })),
    /** Prices for one to eight people without luggage. */
    parties: Type.Array(Type.Object({ passengers: Type.Integer(), base: Offers, list: Offers })),
  }),
  {
    maxBytes: 2 * 1024 * 1024,
    timeoutMs: 15_000,
    summary: 'Base and list price of one route, and what each size of party pays; writes nothing',
  },
)
export type ListRoutePreview = Static<typeof PreviewListRoute.output>

const form = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000 }

export const priceListCreated = act('catalog:priceListCreated', 'Listino creato', {
  fields: { cellCount: 'Prezzi del listino (numero)' },
})

export const CreatePriceList = command('POST /api/admin/price-lists', 'admin', PriceListForm, PriceList, {
  acts: [priceListCreated],
  ...form,
  status: 201,
  summary: 'Creates prices for days of travel; a day of a route may belong to only one list',
})
export const priceListChanged = act('catalog:priceListChanged', 'Listino modificato', {
  fields: { cellCount: 'Prezzi del listino (numero)' },
})

export const SavePriceList = command(
  'PUT /api/admin/price-lists/:id',
  'admin',
  Type.Object({ ...PriceListForm.properties, id: Id, updatedAt: Moment }),
  PriceList,
  {
    acts: [priceListChanged],
    ...form,
    summary: 'Changes a list; after its first day only its last day can change',
  },
)
export const priceListCancelled = act('catalog:priceListCancelled', 'Listino annullato')

export const CancelPriceList = command('POST /api/admin/price-lists/:id/cancel', 'admin', ById, PriceList, {
  acts: [priceListCancelled],
  timeoutMs: 15_000,
  summary: 'Ends a list, or stops it before its first day; the base prices apply again immediately',
})
export const priceListDeleted = act('catalog:priceListDeleted', 'Listino eliminato', {
  fields: { cellCount: 'Prezzi del listino (numero)' },
})

export const DeletePriceList = command('DELETE /api/admin/price-lists/:id', 'admin', ById, Type.Object({}), {
  acts: [priceListDeleted],
  status: 204,
})

/** Emitted when a price list begins, ends, or is changed or cancelled while it applies. */
export const dayPricesChanged = event('catalog:dayPricesChanged', Type.Object({ routeIds: Type.Array(Id) }))
