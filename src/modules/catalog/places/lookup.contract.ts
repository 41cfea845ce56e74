import { type Static, Type } from '@sinclair/typebox'
import { Maybe, Nullable, Text, titled } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { LocationType } from '../placeSearch/locationType.contract.ts'
import { paid, patient } from './contract.ts'

const PlaceSource = Type.Union([Type.Literal('google'), Type.Literal('dati inclusi')])
const Source = Type.Union([Type.Literal('google'), Type.Literal('stima')])

export const CalculateRoute = command(
  'POST /api/admin/calculate-route-details',
  'admin',
  Type.Object({
    departureLocationId: titled(
      'Partenza',
      Type.Integer({ minimum: 1, message: 'Seleziona una località di partenza' }),
    ),
    destinationLocationId: titled(
      'Destinazione',
      Type.Integer({ minimum: 1, message: 'Seleziona una località di destinazione' }),
    ),
  }),
  Type.Object({ distanceKm: Type.Integer(), estimatedDuration: Type.String(), source: Source }),
  {
    ...patient,
    limit: paid,
    summary:
      'Distance by road; `stima` is the built-in estimate, used without a key. If Google fails: 502 with `estimate` and `reason`',
  },
)

export const MeasureDistance = query(
  'GET /api/distance-matrix',
  'admin',
  Type.Object({
    /** `origins` and `destinations` are each a place's name, a street address, `place_id:…` or `latitude,longitude`. */
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
    /** Id of a Google session. Google bills all suggestions of a session and the chosen place as one call. */
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
      'Places that match at least 3 characters; from the bundled gazetteer without a key, or if Google fails (`error`)',
  },
)

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
