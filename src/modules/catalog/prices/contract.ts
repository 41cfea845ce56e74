import { type Static, type TOptional, Type } from '@sinclair/typebox'
import {
  Day,
  FileText,
  Id,
  listInput,
  listOf,
  MaybeLines,
  Moment,
  Nullable,
  Price,
  titled,
} from '../../../kernel/field.ts'
import { act, command, exported, query } from '../../../kernel/message.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { priceUnreadable } from './cents.contract.ts'

export const priceLabels: Record<PriceField, string> = {
  priceMin2Pax: 'Economy da 2 (a persona)',
  price3to4Pax: 'Economy 3-4',
  price5to7Pax: 'Economy 5-7',
  price1to3Pax: 'Privato 1-3',
  price4to8Pax: 'Privato 4-8',
  pricePremium1to3Pax: 'Premium 1-3',
  pricePremium4to7Pax: 'Premium 4-7',
}

export const Vehicle = Type.Union([
  Type.Literal('berlina'),
  Type.Literal('minivan'),
  Type.Literal('economy'),
  Type.Literal('premium'),
])

/** Maximum number of prices of one save, more than staff ever need. */
const cellsMax = 10_000

export const PriceCell = Type.Union([Type.String({ maxLength: 40 }), Type.Number(), Type.Null()], {
  message: priceUnreadable,
})

/** Euro as staff enter them: `40`, `"40,50"` or `"€ 40"`; empty for a price on request. */
export const PriceInput = Type.Optional(
  Type.Union([Type.String({ maxLength: 20 }), Type.Number(), Type.Null()], { message: priceUnreadable }),
)

export const OnePriceField = Type.Union(
  priceFields.map((field) => Type.Literal(field, { title: priceLabels[field] })),
  { message: 'Campo di prezzo non ammesso' },
)

const { search, page, sort } = listInput(
  'departure',
  'destination',
  'distance',
  'price',
  'ricerche',
  'updatedAt',
  ...priceFields,
)

/** `departure` is a place's id, `kind` a transfer type's id. */
const filter = {
  search,
  departure: Type.Optional(Id),
  kind: Type.Optional(Id),
  active: Type.Optional(Type.Boolean()),
  /** Selects routes without this price. `prices` selects routes that lack at least one required price. */
  missing: Type.Optional(Type.Union([Type.Literal('prices'), OnePriceField])),
  /** Ids such as `12,40,7`; at most 10,000. */
  ids: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,9999}$',
      message: 'Elenco di tratte non valido',
    }),
  ),
}
const PriceFilter = Type.Object(filter)
export type PriceFilter = Static<typeof PriceFilter>

export const PriceQuery = Type.Object({
  ...filter,
  page,
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  sort,
  /** Adds the prices on this day of travel to each row. */
  day: Type.Optional(Day({ message: 'Questo giorno non esiste' })),
})

const saved = {
  updated: Type.Integer(),
  /** Id of the save in the history of prices. Omitted if nothing changed. */
  batchId: Type.Optional(Type.String()),
  /** Id with which staff undo the save as a whole. Omitted if nothing changed. */
  actId: Type.Optional(Id),
}

/** Stops scripts in an endless loop. Staff never reach this limit. */
const limit = { bucket: 'bulk prices', max: 120, seconds: 60 }

/** Why staff change the prices; stored with each change. */
const reason = titled('Motivo', MaybeLines(300, { message: 'Scrivi il motivo con 300 caratteri al massimo' }))

const cell = { id: Id, field: titled('Campo', OnePriceField), value: titled('Prezzo', PriceCell) }
const listMissing = 'Manca l’elenco dei prezzi'

/** Kinds of warnings. guard.ts contains their rules. */
const PriceWarningKind = Type.Union([
  Type.Literal('perKm'),
  Type.Literal('bandOrder'),
  Type.Literal('unitSlip'),
  Type.Literal('bigChange'),
])
export type PriceWarningKind = Static<typeof PriceWarningKind>

export const PriceWarning = Type.Object({
  id: Id,
  field: OnePriceField,
  value: Price,
  kind: PriceWarningKind,
  message: Type.String(),
})
export type PriceWarning = Static<typeof PriceWarning>

export const CheckPrices = command(
  'POST /api/bulk-pricing/check',
  'admin',
  Type.Object({
    updates: titled('Prezzi', Type.Array(Type.Object(cell), { maxItems: cellsMax, message: listMissing })),
  }),
  Type.Object({ warnings: Type.Array(PriceWarning) }),
  {
    refusesUnknownKeys: true,
    maxBytes: 2 * 1024 * 1024,
    timeoutMs: 15_000,
    limit: { bucket: 'price checks', max: 240, seconds: 60 },
    summary: 'At most one warning for each new price that looks wrong; writes nothing',
  },
)

const typedPrices = Object.fromEntries(
  priceFields.map((field) => [field, titled(priceLabels[field], Type.Optional(PriceCell))]),
) as Record<PriceField, TOptional<typeof PriceCell>>

export const CheckRoutePrices = command(
  'POST /api/admin/route-prices/check',
  'admin',
  Type.Object({
    /** Id of the route; omitted for a new route. */
    id: Type.Optional(Id),
    transferTypeId: titled('Tipologia transfer', Id),
    distanceKm: titled('Distanza (km)', Type.Optional(Nullable(Type.Integer()))),
    ...typedPrices,
  }),
  Type.Object({ warnings: Type.Array(Type.Omit(PriceWarning, ['id'])) }),
  {
    limit: { bucket: 'price checks', max: 240, seconds: 60 },
    summary: 'Warnings about the prices of one route, which may be new; writes nothing',
  },
)

export const ListPriceFaults = query(
  'GET /api/bulk-pricing/faults',
  'contabile',
  Type.Object({}),
  Type.Object({
    /** Number of active routes that lack at least one required price. */
    missing: Type.Integer(),
    /** Stored prices of active routes that look wrong. */
    warnings: Type.Array(
      Type.Object({ ...PriceWarning.properties, departure: Type.String(), destination: Type.String() }),
    ),
  }),
  { tables: ['route_prices'], summary: 'Active routes without prices, and stored prices that look wrong' },
)

export const pricesChanged = act('catalog:pricesChanged', 'Prezzi cambiati', {
  fields: { updated: 'Prezzi cambiati', updatedRoutes: 'Tratte toccate' },
  payload: Type.Object({ routeIds: Type.Array(Id), batchId: Type.String() }),
})

export const UpdatePrices = command(
  'PUT /api/bulk-pricing/update',
  'admin',
  Type.Object({
    updates: titled(
      'Prezzi',
      Type.Array(
        Type.Object({
          ...cell,
          /** Price that the caller read. If the stored price is neither `was` nor `value`, the server saves nothing. */
          was: titled('Prezzo di prima', Type.Optional(PriceCell)),
        }),
        { maxItems: cellsMax, message: listMissing },
      ),
    ),
    reason,
    /** If true, the server refuses (409) a save that has a warning but no reason. */
    guarded: Type.Boolean({ default: false }),
  }),
  Type.Object(saved),
  {
    acts: [pricesChanged],
    refusesUnknownKeys: true,
    bareList: 'updates',
    limit,
    maxBytes: 2 * 1024 * 1024,
    timeoutMs: 15_000,
    summary: 'Saves prices of many routes, all or none',
  },
)

export const PriceBatch = Type.Object({
  batchId: Type.String(),
  /** Description of the save; null if staff saved the form of a route. */
  reason: Nullable(Type.String()),
  changedBy: Type.String(),
  changedAt: Moment,
  updated: Type.Integer(),
  updatedRoutes: Type.Integer(),
  /** Number of prices that staff have restored. */
  undone: Type.Integer(),
  /** Null until staff have restored all prices. */
  undoneAt: Nullable(Moment),
  /** Id with which staff undo the save as a whole; null if it is undone, older than 90 days, or more than prices. */
  actId: Nullable(Id),
})
export type PriceBatch = Static<typeof PriceBatch>

export const ListPriceBatches = query(
  'GET /api/bulk-pricing/batches',
  'contabile',
  Type.Object(listInput('changedAt', 'changedBy', 'updated')),
  listOf(PriceBatch),
  { tables: ['route_prices'] },
)
export const PriceChange = Type.Object({
  id: Id,
  departure: Type.String(),
  destination: Type.String(),
  field: OnePriceField,
  from: Price,
  to: Price,
  /** Id of the outbound route whose prices this return route uses; omitted if that route is unchanged. */
  followsId: Type.Optional(Id),
})
export type PriceChange = Static<typeof PriceChange>

const batchId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  message: 'Modifica non trovata',
})

export const BatchChange = Type.Object({
  ...PriceChange.properties,
  /** Stored price. Staff can undo the change only while this price is `to`. */
  now: Price,
  undoneAt: Nullable(Moment),
  /** `laterBy` and `laterAt` are the author and time of the newest later change; null if there is none. */
  laterBy: Nullable(Type.String()),
  laterAt: Nullable(Moment),
})
export type BatchChange = Static<typeof BatchChange>

export const ReadPriceBatch = query(
  'GET /api/bulk-pricing/batches/:batchId',
  'contabile',
  Type.Object({ batchId }),
  Type.Object({ ...PriceBatch.properties, changes: Type.Array(BatchChange) }),
  { tables: ['route_prices'], timeoutMs: 15_000, summary: 'One save with each price that it changed' },
)

const PastPrice = Type.Object({
  batchId: Type.String(),
  field: OnePriceField,
  from: Price,
  to: Price,
  reason: Nullable(Type.String()),
  changedBy: Type.String(),
  changedAt: Moment,
  undoneAt: Nullable(Moment),
})

export const ListRoutePriceChanges = query(
  'GET /api/bulk-pricing/routes/:id/changes',
  'contabile',
  Type.Object({ id: Id, field: Type.Optional(OnePriceField), page, limit: listInput().limit }),
  listOf(PastPrice),
  { tables: ['route_prices'], summary: 'Past prices of one route, or of one of its cells, newest first' },
)

const dryRun = Type.Boolean({ default: false })

/** Digest of the changes that a dry run showed. The server refuses the save (409) if the changes would differ now. */
const plan = Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$', message: 'Guarda di nuovo l’anteprima' }))

/** Ids of routes whose prices stay. The return routes that use the prices of such a route are excluded too. */
const excludedIds = Type.Array(Id, { maxItems: cellsMax, default: [] })

/** Result of a save. A dry run returns the same numbers, and also `changes`, `warnings` and `plan`. */
const outcome = {
  ...saved,
  updatedRoutes: Type.Integer(),
  changes: Type.Optional(Type.Array(PriceChange)),
  warnings: Type.Optional(Type.Array(PriceWarning)),
  plan,
}

export const CopyBariPrices = command(
  'POST /api/bulk-pricing/copy-bari-prices',
  'admin',
  Type.Object({ dryRun, reason, plan, excludedIds }),
  Type.Object(outcome),
  {
    acts: [pricesChanged],
    refusesUnknownKeys: true,
    limit,
    timeoutMs: 15_000,
    summary: 'Copies the private prices of Aeroporto Bari → X to X → Aeroporto Bari',
  },
)

export const AdjustPrices = command(
  'POST /api/bulk-pricing/adjust',
  'admin',
  Type.Object({
    /** Filter of the grid. The server accepts `page`, `limit`, `sort` and `day` but ignores them. */
    filter: titled('Quali tratte', Type.Partial(PriceQuery, { default: {} })),
    fields: titled(
      'Quali prezzi',
      Type.Array(OnePriceField, { minItems: 1, maxItems: 7, message: 'Scegli almeno un prezzo' }),
    ),
    /** Percent with at most two decimals; negative to lower prices. */
    percent: titled(
      'Variazione',
      Type.Optional(Type.Number({ minimum: -90, maximum: 500, message: 'La percentuale va da -90 a 500' })),
    ),
    /** Euro to add; negative to lower prices. */
    amount: titled(
      'Variazione',
      Type.Optional(
        Type.Union([Type.String({ maxLength: 20 }), Type.Number()], {
          message: 'Scrivi l’importo in euro, per esempio 5 oppure -2,50',
        }),
      ),
    ),
    /** Amount in euro of which the new prices are multiples. */
    roundTo: titled(
      'Arrotonda a',
      Type.Optional(
        Type.Union([Type.String({ maxLength: 20 }), Type.Number()], {
          message: 'Scrivi l’arrotondamento in euro, per esempio 5 oppure 0,50',
        }),
      ),
    ),
    excludedIds,
    dryRun,
    reason,
    plan,
  }),
  Type.Object(outcome),
  {
    acts: [pricesChanged],
    refusesUnknownKeys: true,
    limit,
    timeoutMs: 15_000,
    summary: 'Raises or lowers prices by a percentage or an amount',
  },
)

export const ExportPrices = query('GET /api/bulk-pricing/export.csv', 'contabile', PriceFilter, FileText, {
  summary: 'The prices as CSV for a spreadsheet',
  replyType: 'text/csv',
  ...exported,
})

export const ImportPrices = command(
  'POST /api/bulk-pricing/import',
  'admin',
  Type.Object({
    /** The CSV file in Base64. */
    data: Type.String({
      minLength: 1,
      maxLength: 7_000_000,
      isMultiline: true,
      message: 'Scegli un file CSV',
    }),
    dryRun,
    reason,
    plan,
  }),
  Type.Object(outcome),
  {
    acts: [pricesChanged],
    refusesUnknownKeys: true,
    limit,
    maxBytes: 5 * 1024 * 1024,
    fileTypes: ['text/csv'],
    timeoutMs: 15_000,
    summary:
      'Imports prices in the format of the export, matched by id or by the names of the route; if a line has an error, writes nothing',
  },
)
