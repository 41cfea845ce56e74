import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Text, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import { publicPrices } from '../book/contract.ts'
import { LocationType } from '../placeSearch/locationType.contract.ts'
import { PriceWarning } from '../prices/contract.ts'
import { RouteForm, routeDeleted } from '../routes/contract.ts'

/** Default values of new routes. Prices are in euro. */
export const bulkRouteDefaults = {
  transferTypeId: 1,
  priceMin2Pax: '40',
  price3to4Pax: '110',
  price5to7Pax: '120',
  price1to3Pax: '110',
  price4to8Pax: '130',
  isActive: true,
  isMainRoute: true,
}

const { properties: form } = RouteForm

/** Source of the new routes' prices: the default prices of the request, or the distance rule. */
const Pricing = Type.Union([Type.Literal('defaults'), Type.Literal('rule')], { default: 'defaults' })

const PlannedRoute = Type.Object({
  id: Id,
  name: Type.String(),
  locationType: LocationType,
  province: Nullable(Type.String()),
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Nullable(Type.String()),
  ...publicPrices,
})
export type PlannedRoute = Static<typeof PlannedRoute>

const PlacePrices = Type.Object({
  id: Id,
  priceMin2Pax: form.priceMin2Pax,
  price3to4Pax: form.price3to4Pax,
  price5to7Pax: form.price5to7Pax,
  price1to3Pax: form.price1to3Pax,
  price4to8Pax: form.price4to8Pax,
})

const FamilyPlan = Type.Object({
  created: Type.Integer(),
  /** Number of existing routes that become related routes. */
  adopted: Type.Integer(),
  /** Number of deleted routes that come back. */
  restored: Type.Integer(),
  /** Existing routes that do not become related routes, with the reason. At most 50 are listed. */
  left: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
  leftTotal: Type.Integer(),
})

const Amount = Type.Union([Type.String(), Type.Null()])

export const bulkRoutesRequested = act('catalog:bulkRoutesRequested', 'Creazione di tratte in blocco', {
  fields: {
    hubId: 'Partenza',
    destinationIds: 'Destinazioni',
    columns: 'Valori',
    delayMs: 'Pausa (millisecondi)',
  },
  payload: Type.Object({
    jobId: Id,
    hubId: Id,
    excludeLocationIds: Type.Array(Id),
    /** Ids of the destinations; all places if omitted. */
    destinationIds: Type.Optional(Type.Array(Id)),
    prices: Pricing,
    columns: Type.Object({
      transfer_type_id: Id,
      price_min2_pax: Amount,
      price3to4_pax: Amount,
      price5to7_pax: Amount,
      price1to3_pax: Amount,
      price4to8_pax: Amount,
      price_premium1to3_pax: Amount,
      price_premium4to7_pax: Amount,
      is_active: Type.Boolean(),
      is_main_route: Type.Boolean(),
    }),
    /** Columns with the prices of single places. */
    placePrices: Type.Optional(
      Type.Array(Type.Object({ id: Id, columns: Type.Record(Type.String(), Amount) })),
    ),
    delayMs: Type.Integer(),
    withCorrelated: Type.Boolean(),
  }),
})

export const CreateBulkRoutes = command(
  'POST /api/admin/bulk-routes',
  'admin',
  Type.Object({
    /** Name or id of the departure. Optional with `destinations` or `filter`: Aeroporto Brindisi by default. */
    hub: titled(
      'Partenza',
      Type.Optional(Type.Union([Id, Text(120)], { message: 'Indica la località di partenza' })),
    ),
    /** The run creates routes only to these places, including those that are excluded by default. */
    destinations: titled(
      'Destinazioni',
      Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 10_000, message: 'Indica almeno una destinazione' }),
      ),
    ),
    /** Restricts the run to places that match all conditions. */
    filter: titled(
      'Destinazioni',
      Type.Optional(
        Type.Object(
          {
            /** Text that a place's name or postal code (CAP) contains. */
            search: titled('Ricerca', Type.Optional(Text(200))),
            locationType: titled('Tipo', Type.Optional(LocationType)),
            /** Province of the place, such as `LE`. */
            province: titled('Provincia', Type.Optional(Text(4))),
            /** Maximum estimated distance from the hub. The run skips places without coordinates. */
            withinKm: titled(
              'Entro (km)',
              Type.Optional(
                Type.Integer({ minimum: 1, maximum: 3_000, message: 'Scrivi la distanza in chilometri' }),
              ),
            ),
          },
          { minProperties: 1, message: 'Indica che cosa filtrare' },
        ),
      ),
    ),
    /** Default: places with `excludeFromBulk`; none if `destinations` is given. */
    excludeLocationIds: titled('Località escluse', Type.Optional(Type.Array(Id, { maxItems: 10_000 }))),
    prices: titled('Come si calcolano', Pricing),
    defaults: titled(
      'Valori',
      Type.Optional(
        Type.Object({
          transferTypeId: Type.Optional(form.transferTypeId),
          priceMin2Pax: form.priceMin2Pax,
          price3to4Pax: form.price3to4Pax,
          price5to7Pax: form.price5to7Pax,
          price1to3Pax: form.price1to3Pax,
          price4to8Pax: form.price4to8Pax,
          pricePremium1to3Pax: form.pricePremium1to3Pax,
          pricePremium4to7Pax: form.pricePremium4to7Pax,
          isActive: titled('Attiva', Type.Optional(Type.Boolean())),
          isMainRoute: titled('Tratta Principale', Type.Optional(Type.Boolean())),
        }),
      ),
    ),
    /** Special prices of single places. An omitted field keeps the price that applies to all places. */
    placePrices: titled(
      'Prezzi delle località',
      Type.Optional(Type.Array(PlacePrices, { maxItems: 10_000 })),
    ),
    delayMs: titled(
      'Pausa tra le località',
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        default: 500,
        message: 'La pausa va da 0 a 60000 millisecondi',
      }),
    ),
    withCorrelated: titled('Crea anche le correlate', Type.Boolean({ default: false })),
    dryRun: Type.Boolean({ default: false }),
  }),
  Type.Object({
    jobId: Type.Optional(Id),
    /** Planned routes with estimated distances; only in a dry run. */
    places: Type.Optional(Type.Array(PlannedRoute)),
    /** Warnings of a dry run. `id` is the place's id, because a planned route has no id yet. */
    warnings: Type.Optional(Type.Array(PriceWarning)),
    /** Number of places that already have a route from the hub; only in a dry run. */
    existing: Type.Optional(Type.Integer()),
    /** Number of planned pages, including the pages of family routes; only in a dry run. */
    pages: Type.Optional(Type.Integer()),
    /** Related routes of the planned routes, by what the run does with them; only in a dry run. */
    families: Type.Optional(FamilyPlan),
    /** Source of the distances that the run will store; only in a dry run. */
    distanceSource: Type.Optional(Type.Union([Type.Literal('google'), Type.Literal('stima')])),
  }),
  {
    acts: [bulkRoutesRequested],
    status: 202,
    maxBytes: 2 * 1024 * 1024,
    summary:
      'Starts a job that creates a main route from a hub to every place, or to the chosen places, that has none',
    refusesUnknownKeys: true,
  },
)

export const bulkRoutesResumed = act('catalog:bulkRoutesResumed', 'Creazione di tratte ripresa')

export const ResumeBulkRoutes = command(
  'POST /api/admin/bulk-routes/:id/resume',
  'admin',
  Type.Object({ id: Id }),
  Type.Object({ jobId: Id }),
  {
    acts: [bulkRoutesResumed],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Continues a job that was cancelled or failed',
  },
)

/** Why an undo keeps a route: a changed price, a text, a lead, or another edit. */
const KeptBecause = Type.Union([
  Type.Literal('price'),
  Type.Literal('text'),
  Type.Literal('lead'),
  Type.Literal('edit'),
])
export type KeptBecause = Static<typeof KeptBecause>

export const bulkRoutesUndone = act('catalog:bulkRoutesUndone', 'Creazione di tratte annullata', {
  fields: { removed: 'Tolte', kept: 'Rimaste' },
})

export const UndoBulkRoutes = command(
  'POST /api/admin/bulk-routes/:id/undo',
  'admin',
  Type.Object({ id: Id, dryRun: Type.Boolean({ default: false }) }),
  Type.Object({
    removed: Type.Integer(),
    /** The act with which staff bring the removed routes back; none in a dry run. */
    actId: Type.Optional(Id),
    kept: Type.Array(
      Type.Object({
        id: Id,
        departure: Type.String(),
        destination: Type.String(),
        because: Type.Array(KeptBecause),
      }),
    ),
  }),
  {
    acts: [routeDeleted, bulkRoutesUndone],
    refusesUnknownKeys: true,
    timeoutMs: 15_000,
    summary: 'Deletes the routes that a run created, except those on which somebody has worked',
  },
)

export type BulkRoutes = Static<typeof bulkRoutesRequested.payload>
