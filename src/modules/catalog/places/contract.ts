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
  Moment,
  Nullable,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { Cause } from '../../../kernel/selection.ts'
import { LocationType } from '../placeSearch/locationType.contract.ts'

/** Maximum characters of a text, about 1,500 words. */
const textMax = 10_000

export const LocationForm = Type.Object({
  name: titled('Nome', Text(120, { isName: true, message: 'Inserisci il nome della località' })),
  /** The server stores `Stazione Ferrovia` as `Stazione`. */
  locationType: titled(
    'Tipo',
    Type.Union([...LocationType.anyOf, Type.Literal('Stazione Ferrovia')], {
      message: 'Scegli il tipo di località',
    }),
  ),
  googlePlaceId: titled('Google Place ID', Maybe(300)),
  cap: titled('CAP', Maybe(10, { isName: true, pattern: '^(\\d{5})?$', message: 'Il CAP ha cinque cifre' })),
  latitude: titled(
    'Latitudine',
    Emptyable(
      Type.Number({
        minimum: -90,
        maximum: 90,
        message: 'Scrivi la latitudine in gradi, da -90 a 90, per esempio 40,35',
      }),
    ),
  ),
  longitude: titled(
    'Longitudine',
    Emptyable(
      Type.Number({
        minimum: -180,
        maximum: 180,
        message: 'Scrivi la longitudine in gradi, da -180 a 180, per esempio 18,17',
      }),
    ),
  ),
  /** `latitude,longitude` as Google returned them. Google's terms require their deletion after 30 days. */
  googlePosition: titled('Coordinate di Google', Maybe(60)),
  /** End of the sentence "Ti aspettiamo …". If it is empty, the site shows a text for the type of place. */
  meetingPoint: titled('Punto d’incontro', Maybe(300)),
  longDescription: titled('Descrizione', MaybeLines(textMax)),
  touristInfo: titled('Informazioni turistiche', MaybeLines(textMax)),
  /** If true, the route generator skips the place by default. */
  excludeFromBulk: titled('Escludi da Creazione Tratte', Type.Boolean({ default: false })),
})
export type LocationForm = Static<typeof LocationForm>

const summary = {
  id: Id,
  name: Type.String(),
  locationType: LocationType,
  googlePlaceId: Nullable(Type.String()),
  /** Id of a bundled place (data/locations.csv), from which the place has its position. */
  gazetteerId: titled('Codice delle località incluse', Nullable(Type.String())),
  cap: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  excludeFromBulk: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
}

export const LocationSummary = Type.Object(summary)
export type LocationSummary = Static<typeof LocationSummary>

export const StaffLocation = Type.Object({
  ...summary,
  meetingPoint: Nullable(Type.String()),
  longDescription: Nullable(Type.String()),
  touristInfo: Nullable(Type.String()),
})
export type StaffLocation = Static<typeof StaffLocation>

/** `google` has Google's id, `own` only the id of a bundled place, `pending` none. */
export const SyncState = Type.Union([Type.Literal('google'), Type.Literal('own'), Type.Literal('pending')], {
  message: 'Scegli lo stato',
})
export type SyncState = Static<typeof SyncState>

export const ListLocations = query(
  'GET /api/admin/locations',
  ['operatore', 'redazione'],
  Type.Object({
    ...listInput('name', 'type', 'cap', 'updatedAt'),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    state: Type.Optional(SyncState),
  }),
  Type.Union([Type.Array(LocationSummary), listOf(LocationSummary)]),
  {
    tables: ['locations'],
    summary:
      'An array of all places, or one page if the input contains `page`; searches name, type and postal code',
  },
)
export const ListUnsyncedLocations = query(
  'GET /api/admin/locations/unsynced',
  'operatore',
  Type.Object(listInput('name')),
  listOf(Type.Object({ id: Id, name: Type.String() })),
  {
    tables: ['locations', 'api_configurations'],
    summary: 'Places that `sync-all` would synchronise: with a key of Google, also those with own data',
  },
)
export const ReadLocation = query(
  'GET /api/admin/locations/:id',
  'operatore',
  ById,
  Type.Object({ ...StaffLocation.properties, hasPage: Type.Boolean() }),
  { tables: ['locations', 'route_prices'], summary: 'A place, and whether the site has a page about it' },
)

export const locationCreated = act('catalog:locationCreated', 'Località aggiunta')

export const CreateLocation = command('POST /api/admin/locations', 'admin', LocationForm, StaffLocation, {
  acts: [locationCreated],
  status: 201,
})
export const locationChanged = act('catalog:locationChanged', 'Località modificata')

export const SaveLocation = command(
  'PUT /api/admin/locations/:id',
  'admin',
  Type.Object({ ...LocationForm.properties, id: Id, updatedAt: Moment }),
  StaffLocation,
  { acts: [locationChanged] },
)
/** The texts of a place's page. */
export const PlaceTexts = Type.Object({
  id: Id,
  name: Type.String(),
  hasPage: Type.Boolean(),
  longDescription: Nullable(Type.String()),
  touristInfo: Nullable(Type.String()),
  updatedAt: Moment,
})
export type PlaceTexts = Static<typeof PlaceTexts>

export const ReadPlaceTexts = query('GET /api/admin/page-texts/places/:id', 'redazione', ById, PlaceTexts, {
  tables: ['locations', 'route_prices'],
})
export const SavePlaceTexts = command(
  'PUT /api/admin/page-texts/places/:id',
  'redazione',
  Type.Object({
    id: Id,
    longDescription: LocationForm.properties.longDescription,
    touristInfo: LocationForm.properties.touristInfo,
    updatedAt: Moment,
  }),
  PlaceTexts,
  { acts: [locationChanged], summary: 'Changes the texts of a place and nothing else' },
)

export const locationDeleted = act('catalog:locationDeleted', 'Località eliminata')

export const DeleteLocation = command('DELETE /api/admin/locations/:id', 'admin', ById, Type.Object({}), {
  acts: [locationDeleted],
  status: 204,
  summary: 'Deletes a place; 409 if routes use it',
})

const Started = Type.Object({ jobId: Id })
/** A longer deadline, because Google may take seconds. */
export const patient = { timeoutMs: 12_000 }
/** Limit of calls that cost money. */
export const paid = { bucket: 'places', max: 120, seconds: 60 }

export const locationSynced = act('catalog:locationSynced', 'Località sincronizzata')

export const SyncLocation = command('POST /api/admin/locations/:id/sync', 'admin', ById, StaffLocation, {
  acts: [locationSynced],
  ...patient,
  limit: paid,
  summary: 'Place id, coordinates and postal code from Google; without a key from the bundled gazetteer',
})
export const locationsSyncRequested = act(
  'catalog:locationsSyncRequested',
  'Sincronizzazione delle località',
  { payload: Type.Object({ jobId: Id }) },
)

export const SyncAllLocations = command(
  'POST /api/admin/locations/sync-all',
  'admin',
  Type.Object({}),
  Started,
  {
    acts: [locationsSyncRequested],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'All places that `unsynced` lists',
  },
)
export const lecceImportRequested = act('catalog:lecceImportRequested', 'Importazione dei comuni di Lecce', {
  payload: Type.Object({ jobId: Id }),
})

export const ImportLecce = command(
  'POST /api/admin/locations/import-lecce',
  'admin',
  Type.Object({}),
  Started,
  {
    acts: [lecceImportRequested],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Adds the missing municipalities of the province of Lecce',
  },
)

const maybeSlug = Nullable(Type.String())
/**
 * Emitted when the page of a place changes. `fromSlug` is null if there was no page, `toSlug` if there is none now. This is
 * no second event for `catalog:locationChanged`: a place that is created, deleted or synchronised can also change a page,
 * and most changed places have none.
 */
export const placeChanged = event(
  'catalog:placeChanged',
  Type.Object({
    fromSlug: maybeSlug,
    toSlug: maybeSlug,
    fromLocalSlugs: Type.Optional(LocalSlugs),
    cause: Type.Optional(Cause),
  }),
)
