import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Id,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  Text,
} from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'
import { LocationType } from '../search/contract.ts'

// Places and kinds of transfer as staff manage them, and what is looked up while they do (contract section 5).

/** Longest texts: a place's two texts have room for some 1,500 words each. */
const textMax = 10_000

export const LocationForm = Type.Object({
  name: Text(120, { message: 'Inserisci il nome della località' }),
  /** "Stazione Ferrovia" is stored as "Stazione". */
  locationType: Type.Union([...LocationType.anyOf, Type.Literal('Stazione Ferrovia')], {
    message: 'Scegli il tipo di località',
  }),
  googlePlaceId: Maybe(300),
  cap: Maybe(10, { pattern: '^(\\d{5})?$', message: 'Il CAP ha cinque cifre' }),
  latitude: Type.Optional(
    Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Literal(''), Type.Null()], {
      message: 'Scrivi la latitudine in gradi, da -90 a 90, per esempio 40,35',
    }),
  ),
  longitude: Type.Optional(
    Type.Union([Type.Number({ minimum: -180, maximum: 180 }), Type.Literal(''), Type.Null()], {
      message: 'Scrivi la longitudine in gradi, da -180 a 180, per esempio 18,17',
    }),
  ),
  /** `latitude,longitude` as Google gave it: where the two above are still that, they are Google's, and not for ever. */
  googlePosition: Maybe(60),
  longDescription: MaybeLines(textMax),
  touristInfo: MaybeLines(textMax),
  /** The generator of routes leaves it alone. */
  excludeFromBulk: Type.Boolean({ default: false }),
})
export type LocationForm = Static<typeof LocationForm>

const summary = {
  id: Id,
  name: Type.String(),
  locationType: LocationType,
  googlePlaceId: Nullable(Type.String()),
  cap: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  excludeFromBulk: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
}

/** A place as lists show it: without its texts. */
export const LocationSummary = Type.Object(summary)
export type LocationSummary = Static<typeof LocationSummary>

export const StaffLocation = Type.Object({
  ...summary,
  longDescription: Nullable(Type.String()),
  touristInfo: Nullable(Type.String()),
})
export type StaffLocation = Static<typeof StaffLocation>

export const ListLocations = query(
  'GET /api/admin/locations',
  'admin',
  Type.Object({
    ...listInput('name', 'type', 'cap', 'updatedAt'),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** Those without a place id. */
    pending: Type.Optional(Type.Boolean()),
  }),
  Type.Union([Type.Array(LocationSummary), listOf(LocationSummary)]),
  {
    tables: ['locations'],
    summary: 'A plain array, or one page of it when `page` is asked for; searches name, type and CAP',
  },
)
export const ReadLocation = query('GET /api/admin/locations/:id', 'admin', ById, StaffLocation, {
  tables: ['locations'],
})
export const CreateLocation = command('POST /api/admin/locations', 'admin', LocationForm, StaffLocation, {
  status: 201,
})
export const SaveLocation = command(
  'PUT /api/admin/locations/:id',
  'admin',
  Type.Object({ ...LocationForm.properties, id: Id, updatedAt: Moment }),
  StaffLocation,
)
export const DeleteLocation = command('DELETE /api/admin/locations/:id', 'admin', ById, Type.Object({}), {
  status: 204,
  summary: 'Refused with 409 while routes use the place',
})

const Started = Type.Object({ jobId: Id })
/** A provider may take some seconds. */
const patient = { timeoutMs: 12_000 }
/** Each costs money once a key is active. */
const paid = { bucket: 'places', max: 120, seconds: 60 }

export const SyncLocation = command('POST /api/admin/locations/:id/sync', 'admin', ById, StaffLocation, {
  ...patient,
  limit: paid,
  summary: 'Place id, coordinates and CAP from Google, or from the bundled gazetteer without a key',
})
export const SyncAllLocations = command(
  'POST /api/admin/locations/sync-all',
  'admin',
  Type.Object({}),
  Started,
  { refusesUnknownKeys: true, status: 202, summary: 'All places without a place id' },
)
export const ImportLecce = command(
  'POST /api/admin/locations/import-lecce',
  'admin',
  Type.Object({}),
  Started,
  {
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Adds the comuni of the province of Lecce that are missing',
  },
)

const maybeSlug = Nullable(Type.String())
/** A place with a text of its own was changed: where its page stood and where it stands, null for nowhere. */
export const placeChanged = event(
  'catalog:placeChanged',
  Type.Object({ fromSlug: maybeSlug, toSlug: maybeSlug }),
)

export const locationsSyncRequested = event('catalog:locationsSyncRequested', Type.Object({ jobId: Id }))
export const lecceImportRequested = event('catalog:lecceImportRequested', Type.Object({ jobId: Id }))

export const TransferTypeForm = Type.Object({
  name: Text(100, { message: 'Inserisci il nome della tipologia' }),
  description: Type.String({ maxLength: 500, default: '' }),
  isActive: Type.Boolean({ default: true }),
})
export type TransferTypeForm = Static<typeof TransferTypeForm>

export const TransferType = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  isActive: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type TransferType = Static<typeof TransferType>

export const ListTransferTypes = query(
  'GET /api/admin/transfer-types',
  'admin',
  Type.Object(listInput('name', 'active')),
  listOf(TransferType),
  { tables: ['transfer_types'] },
)
export const ReadTransferType = query('GET /api/admin/transfer-types/:id', 'admin', ById, TransferType, {
  tables: ['transfer_types'],
})
export const CreateTransferType = command(
  'POST /api/admin/transfer-types',
  'admin',
  TransferTypeForm,
  TransferType,
  { status: 201 },
)
export const SaveTransferType = command(
  'PUT /api/admin/transfer-types/:id',
  'admin',
  Type.Object({ ...TransferTypeForm.properties, id: Id, updatedAt: Moment }),
  TransferType,
)
export const DeleteTransferType = command(
  'DELETE /api/admin/transfer-types/:id',
  'admin',
  ById,
  Type.Object({}),
  { status: 204, summary: 'Refused with 409 while routes use it' },
)

/** Who knows it: Google, or the data that come with the product. */
const PlaceSource = Type.Union([Type.Literal('google'), Type.Literal('dati inclusi')])
const Source = Type.Union([Type.Literal('google'), Type.Literal('stima')])

export const CalculateRoute = command(
  'POST /api/admin/calculate-route-details',
  'admin',
  Type.Object({
    departureLocationId: Type.Integer({ minimum: 1, message: 'Seleziona una località di partenza' }),
    destinationLocationId: Type.Integer({ minimum: 1, message: 'Seleziona una località di destinazione' }),
  }),
  Type.Object({ distanceKm: Type.Integer(), estimatedDuration: Type.String(), source: Source }),
  {
    ...patient,
    limit: paid,
    summary:
      'By road; `stima` is the built-in estimate, used without a key. Where Google fails: 502 with `estimate` and `reason`',
  },
)

export const MeasureDistance = query(
  'GET /api/distance-matrix',
  'admin',
  Type.Object({
    /** A place's name, `place_id:…` or `latitude,longitude`. */
    origins: Text(300, { message: 'Indica il punto di partenza' }),
    destinations: Text(300, { message: 'Indica il punto di arrivo' }),
  }),
  Type.Object({
    status: Type.String(),
    distanceKm: Nullable(Type.Integer()),
    estimatedDuration: Nullable(Type.String()),
    source: Nullable(Source),
    error: Type.Optional(Type.String()),
  }),
  { limit: paid },
)

export const Prediction = Type.Object({
  place_id: Type.String(),
  description: Type.String(),
  structured_formatting: Type.Object({ main_text: Type.String(), secondary_text: Type.String() }),
  types: Type.Array(Type.String()),
})
export type Prediction = Static<typeof Prediction>

export const SuggestPlaces = query(
  'GET /api/places/autocomplete',
  'admin',
  Type.Object({
    input: Type.String({ maxLength: 120, default: '' }),
    /** Ties what is typed and what is picked together: Google counts both as one. */
    session: Maybe(36, { pattern: '^[A-Za-z0-9_-]*$' }),
  }),
  Type.Object({
    status: Type.String(),
    predictions: Type.Array(Prediction),
    source: PlaceSource,
    error: Type.Optional(Type.String()),
  }),
  {
    limit: paid,
    summary:
      'From 3 characters; the bundled gazetteer answers without a key, and where Google does not (`error`)',
  },
)

/** A place as it was found, ready for the fields of the form. */
export const PlaceDetails = Type.Object({
  place_id: Type.String(),
  name: Type.String(),
  locationType: LocationType,
  cap: Nullable(Type.String()),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
})
export type PlaceDetails = Static<typeof PlaceDetails>

export const ReadPlace = query(
  'GET /api/places/details',
  'admin',
  Type.Object({
    place_id: Text(300, { message: 'Indica il luogo' }),
    session: Maybe(36, { pattern: '^[A-Za-z0-9_-]*$' }),
  }),
  Type.Object({
    status: Type.String(),
    result: Nullable(PlaceDetails),
    error: Type.Optional(Type.String()),
  }),
  { limit: paid },
)
