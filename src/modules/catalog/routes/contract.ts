import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Emptyable,
  Id,
  LocalSlugs,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  MaybeWebAddress,
  Moment,
  Nullable,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { Cause } from '../../../kernel/selection.ts'
import { routePrices } from '../book/contract.ts'
import { PriceInput, priceLabels, pricesChanged } from '../prices/contract.ts'
import { routeUnlinked } from './family.contract.ts'

/** Maximum characters of a text, about 1,500 words. */
const textMax = 10_000

export const RouteForm = Type.Object({
  departureLocationId: titled(
    'Partenza',
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      message: 'Seleziona una località di partenza',
    }),
  ),
  destinationLocationId: titled(
    'Destinazione',
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      message: 'Seleziona una località di destinazione',
    }),
  ),
  transferTypeId: titled(
    'Tipologia transfer',
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      default: 1,
      message: 'Seleziona una tipologia di transfer',
    }),
  ),
  distanceKm: titled(
    'Distanza (km)',
    Emptyable(
      Type.Integer({ minimum: 0, maximum: 3_000, message: 'La distanza è un numero intero di chilometri' }),
    ),
  ),
  estimatedDuration: titled('Durata stimata', Maybe(40)),
  priceMin2Pax: titled(priceLabels.priceMin2Pax, PriceInput),
  price3to4Pax: titled(priceLabels.price3to4Pax, PriceInput),
  price5to7Pax: titled(priceLabels.price5to7Pax, PriceInput),
  price1to3Pax: titled(priceLabels.price1to3Pax, PriceInput),
  price4to8Pax: titled(priceLabels.price4to8Pax, PriceInput),
  pricePremium1to3Pax: titled(priceLabels.pricePremium1to3Pax, PriceInput),
  pricePremium4to7Pax: titled(priceLabels.pricePremium4to7Pax, PriceInput),
  longDescription: titled('Descrizione', MaybeLines(textMax)),
  touristInfo: titled('Informazioni turistiche', MaybeLines(textMax)),
  /** Slug with or without `transfer-`. If empty, the server builds the slug from the names of both places. */
  slug: titled('Slug', Maybe(255)),
  /** URL on this site; if empty, the URL of the route's page. */
  canonicalUrl: titled(
    'URL canonico',
    MaybeWebAddress(255, {
      message: 'L’indirizzo canonico deve essere completo e iniziare con https://',
      // Development uses `http`.
      isHttpAllowed: true,
    }),
  ),
  isMainRoute: titled('Tratta Principale', Type.Boolean({ default: false })),
  isActive: titled('Attiva', Type.Boolean({ default: true })),
})
export type RouteForm = Static<typeof RouteForm>

/** `allowed` pages are always indexable, `gate` pages only after passing the index gate. */
export const Indexing = Type.Union([Type.Literal('allowed'), Type.Literal('gate')])

/** `distance`: no verified distance. `duplicate`: the text is too similar to the text of another page. */
export const GateReason = Type.Union([
  Type.Literal('text'),
  Type.Literal('distance'),
  Type.Literal('prices'),
  Type.Literal('duplicate'),
])
export type GateReason = Static<typeof GateReason>

const summary = {
  id: Id,
  departureLocationId: Id,
  destinationLocationId: Id,
  departure: titled('Partenza', Nullable(Type.String())),
  destination: titled('Destinazione', Nullable(Type.String())),
  transferTypeId: Id,
  transferType: titled('Tipologia transfer', Nullable(Type.String())),
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Nullable(Type.String()),
  ...routePrices,
  /** False for a return route that uses the prices of its outbound route. */
  hasOwnPrices: titled('Prezzi propri', Type.Boolean()),
  /** True if the route still has the demonstration prices of the bundled data. */
  isDemo: titled('Prezzi dimostrativi', Type.Boolean()),
  slug: Type.String(),
  canonicalUrl: Type.String(),
  isMainRoute: Type.Boolean(),
  mainRouteId: titled('Tratta Principale', Nullable(Id)),
  ricerche: Type.Integer(),
  isActive: Type.Boolean(),
  /** Source of the distance: Google, the estimate or staff. Null if the distance is missing or of unknown source. */
  distanceSource: titled(
    'Fonte della distanza',
    Nullable(Type.Union([Type.Literal('google'), Type.Literal('stima'), Type.Literal('ufficio')])),
  ),
  indexing: titled('Motori di ricerca', Indexing),
  isIndexed: titled('Nei motori di ricerca', Type.Boolean()),
  /** Empty if the page passes the index gate; null before the first check, and for `allowed` pages. */
  gateReasons: titled('Motivi del controllo', Nullable(Type.Array(GateReason))),
  createdAt: Moment,
  updatedAt: Moment,
}

export const RouteSummary = Type.Object({ ...summary, hasTexts: Type.Boolean() })
export type RouteSummary = Static<typeof RouteSummary>

export const StaffRoute = Type.Object({
  ...summary,
  longDescription: Nullable(Type.String()),
  touristInfo: Nullable(Type.String()),
})
export type StaffRoute = Static<typeof StaffRoute>

const list = listInput('departure', 'destination', 'distance', 'price', 'ricerche', 'updatedAt')

export const ListRoutes = query(
  'GET /api/admin/route-prices',
  ['operatore', 'contabile'],
  Type.Object({
    ...list,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    departure: Type.Optional(Id),
    destination: Type.Optional(Id),
    transferType: Type.Optional(Id),
    active: Type.Optional(Type.Boolean()),
    main: Type.Optional(Type.Boolean()),
    /** `prices` selects routes that lack a required price, `texts` routes that lack at least one of the two texts. */
    missing: Type.Optional(Type.Union([Type.Literal('prices'), Type.Literal('texts')])),
    /** True selects routes with an indexable page, false the other routes. */
    indexed: Type.Optional(Type.Boolean()),
  }),
  Type.Union([Type.Array(RouteSummary), listOf(RouteSummary)]),
  { tables: ['route_prices'], summary: 'An array of all routes, or one page if the input contains `page`' },
)
export const ReadRoute = query(
  'GET /api/admin/route-prices/:id',
  ['operatore', 'contabile'],
  ById,
  StaffRoute,
  {
    tables: ['route_prices'],
  },
)

const ofRoute = Type.Object({ routeId: Id })

export const routeCreated = act('catalog:routeCreated', 'Tratta creata', { payload: ofRoute })

export const CreateRoute = command('POST /api/admin/route-prices', 'admin', RouteForm, StaffRoute, {
  acts: [routeCreated],
  status: 201,
})
export const routeUpdated = act('catalog:routeUpdated', 'Tratta modificata', { payload: ofRoute })

export const SaveRoute = command(
  'PUT /api/admin/route-prices/:id',
  'admin',
  Type.Object({ ...RouteForm.properties, id: Id, updatedAt: Moment }),
  StaffRoute,
  {
    acts: [pricesChanged, routeUnlinked, routeUpdated],
    summary: 'Changes a route; the return that was generated for it changes too',
  },
)
/** The texts of a route's page, with what a writer needs to know of the route; without prices. */
export const RouteTexts = Type.Object({
  id: Id,
  departure: Type.String(),
  destination: Type.String(),
  slug: Type.String(),
  isActive: Type.Boolean(),
  longDescription: Nullable(Type.String()),
  touristInfo: Nullable(Type.String()),
  updatedAt: Moment,
})
export type RouteTexts = Static<typeof RouteTexts>

export const ReadRouteTexts = query('GET /api/admin/page-texts/routes/:id', 'redazione', ById, RouteTexts, {
  tables: ['route_prices', 'locations'],
})
export const SaveRouteTexts = command(
  'PUT /api/admin/page-texts/routes/:id',
  'redazione',
  Type.Object({
    id: Id,
    longDescription: RouteForm.properties.longDescription,
    touristInfo: RouteForm.properties.touristInfo,
    updatedAt: Moment,
  }),
  RouteTexts,
  {
    acts: [routeUpdated],
    summary:
      'Changes the texts of a route and nothing else; the return that was generated for it changes too',
  },
)

/** The route's row no longer exists, so the event contains the slugs. */
export const routeDeleted = act('catalog:routeDeleted', 'Tratta eliminata', {
  payload: Type.Object({
    routeId: Id,
    slug: Type.String(),
    localSlugs: Type.Optional(LocalSlugs),
    cause: Type.Optional(Cause),
  }),
})

export const DeleteRoute = command('DELETE /api/admin/route-prices/:id', 'admin', ById, Type.Object({}), {
  acts: [routeDeleted],
  status: 204,
})
export const SwitchRoute = command(
  'PUT /api/admin/route-prices/:id/active-status',
  'admin',
  Type.Object({ id: Id, isActive: titled('Attiva', Type.Boolean()) }),
  StaffRoute,
  { acts: [routeUpdated] },
)

export const IndexRoute = command(
  'PUT /api/admin/route-prices/:id/indexing',
  'admin',
  Type.Object({ id: Id, indexing: titled('Motori di ricerca', Indexing) }),
  StaffRoute,
  {
    acts: [routeUpdated],
    summary: 'Allows search engines to index a route’s page, or makes it wait at the index gate again',
  },
)

export const SwitchOwnPrices = command(
  'PUT /api/admin/route-prices/:id/own-prices',
  'admin',
  Type.Object({
    id: Id,
    hasOwnPrices: titled('Prezzi propri', Type.Boolean()),
    dryRun: Type.Boolean({ default: false }),
  }),
  StaffRoute,
  {
    acts: [pricesChanged, routeUpdated],
    summary:
      'Gives a return its own copy of the outbound’s prices, or makes it use the outbound’s prices again; `dryRun` writes nothing',
  },
)

/** `label` states the relation to the main route. */
export const CorrelatedRoute = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  label: Type.Union([
    Type.Literal('Ritorno'),
    Type.Literal('Stazione'),
    Type.Literal('Aeroporto'),
    Type.Literal('Correlata'),
  ]),
  canonicalUrl: Type.String(),
  isActive: Type.Boolean(),
  /** True if staff have made the route, or edited it since its creation. It then survives the deletion of its family. */
  isEdited: Type.Boolean(),
})
export type CorrelatedRoute = Static<typeof CorrelatedRoute>

const Started = Type.Object({ jobId: titled('Lavoro n.', Id) })

export const correlatedRoutesRequested = act(
  'catalog:correlatedRoutesRequested',
  'Tratte correlate richieste',
  { payload: Type.Object({ routeId: Id, jobId: Id }) },
)

export const GenerateCorrelatedRoutes = command(
  'POST /api/admin/route-prices/:id/generate-correlated-routes',
  'admin',
  ById,
  Started,
  {
    acts: [correlatedRoutesRequested],
    refusesUnknownKeys: true,
    status: 202,
    summary:
      'Completes the return of a route, and the routes between its destination and Stazione Lecce and Aeroporto Bari: links existing ones, restores deleted ones, creates the others',
  },
)
export const CreateCorrelatedRoutes = command(
  'POST /api/admin/correlated-routes/:id',
  'admin',
  ById,
  Started,
  {
    acts: [correlatedRoutesRequested],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'The same as generate-correlated-routes',
  },
)
export const ListFamily = query(
  'GET /api/admin/correlated-routes/:id',
  'admin',
  ById,
  Type.Array(CorrelatedRoute),
  { tables: ['route_prices'] },
)
export const correlatedRoutesDeleted = act('catalog:correlatedRoutesDeleted', 'Tratte correlate eliminate', {
  fields: { deleted: 'Eliminate', detached: 'Staccate' },
})

export const DeleteFamily = command(
  'DELETE /api/admin/correlated-routes/:id',
  'admin',
  ById,
  Type.Object({ deleted: Type.Integer(), detached: Type.Integer() }),
  {
    acts: [routeUnlinked, routeDeleted, correlatedRoutesDeleted],
    refusesUnknownKeys: true,
    summary:
      'Deletes the related routes of a main route; those that staff have made or edited stay as routes without a main route',
  },
)

export const routeActivated = event('catalog:routeActivated', ofRoute)
export const routeDeactivated = event('catalog:routeDeactivated', ofRoute)
/** Emitted when the Italian slug or a place of the route changes. Slugs in other languages derive from both places. */
export const routeMoved = event(
  'catalog:routeMoved',
  Type.Object({
    routeId: Id,
    fromSlug: Type.String(),
    toSlug: Type.String(),
    fromLocalSlugs: Type.Optional(LocalSlugs),
  }),
)
/** Emitted when pages pass the index gate and search engines may index them. */
export const pagesLetIn = event('catalog:pagesLetIn', Type.Object({ routeIds: Type.Array(Id) }))
