import { HttpError } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { MapFailure, type MapPoint, type MapService } from '../../../platform/maps.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import { durationText, type Position, positionOf, roadEstimate } from '../roadEstimate.ts'
import {
  type GazetteerPlace,
  gazetteerByName,
  gazetteerPlace,
  isGazetteerId,
  suggestFromGazetteer,
} from './gazetteer.ts'
import {
  CalculateRoute,
  MeasureDistance,
  type PlaceDetails,
  type Prediction,
  ReadPlace,
  SuggestPlaces,
} from './lookup.contract.ts'

// Without a working map service, suggestions come from the bundled data, and distances are estimates.

const charsMin = 3
const suggestionsMax = 8

export const suggestPlaces = answer(SuggestPlaces, async (read, { input, session }, _, context) => {
  const maps = await context.maps.service(read)
  const source = maps ? ('google' as const) : ('dati inclusi' as const)
  if (input.length < charsMin) return { status: 'ZERO_RESULTS', predictions: [], source }
  const included = () => suggestFromGazetteer(input, suggestionsMax).map(ofGazetteer)
  try {
    const predictions = maps
      ? (await maps.suggest(input, session ?? '')).map(({ placeId, name, where, types }) =>
          prediction(placeId, name, where, types),
        )
      : included()
    return { status: predictions.length > 0 ? 'OK' : 'ZERO_RESULTS', predictions, source }
  } catch (error) {
    return { ...failed(error), predictions: included(), source: 'dati inclusi' as const }
  }
})

export const readPlace = answer(ReadPlace, async (read, { place_id: placeId, session }, _, { maps }) => {
  try {
    const result = await placeOf(await maps.service(read), placeId, session ?? '')
    return { status: result ? 'OK' : 'NOT_FOUND', result }
  } catch (error) {
    return { ...failed(error), result: null }
  }
})

/** Finds a place by id in the gazetteer or at the map service. Returns null for an unknown id. */
export async function placeOf(
  maps: MapService | null,
  placeId: string,
  session: string,
): Promise<PlaceDetails | null> {
  if (isGazetteerId(placeId)) {
    const found = gazetteerPlace(placeId)
    return found ? detailsOf(found) : null
  }
  const found = await maps?.find(placeId, session)
  if (!found) return null
  const { name, cap, latitude, longitude } = found
  return { place_id: found.placeId, name, locationType: typeOf(found.types), cap, latitude, longitude }
}

export function detailsOf({
  placeId,
  name,
  locationType,
  cap,
  latitude,
  longitude,
}: GazetteerPlace): PlaceDetails {
  return { place_id: placeId, name, locationType, cap: cap || null, latitude, longitude }
}

function ofGazetteer({ placeId, name, comune, province, locationType }: GazetteerPlace): Prediction {
  const where = [comune === name ? '' : comune, province].filter(Boolean).join(', ')
  return prediction(placeId, name, where, [locationType])
}

function prediction(placeId: string, name: string, where: string, types: string[]): Prediction {
  return {
    place_id: placeId,
    description: where ? `${name}, ${where}` : name,
    structured_formatting: { main_text: name, secondary_text: where },
    types,
  }
}

function typeOf(types: string[]): LocationType {
  if (types.some((one) => one.includes('airport'))) return 'Aeroporto'
  if (types.some((one) => one.endsWith('station'))) return 'Stazione'
  if (types.some((one) => one.includes('ferry') || one === 'marina')) return 'Porto'
  return types.some((one) => one === 'locality' || one.startsWith('administrative_area'))
    ? 'Città'
    : 'Attrazione'
}

/** Status and message for staff, who never see Google's own messages. */
const statuses = {
  denied: ['REQUEST_DENIED', 'API non configurata'],
  invalid: ['INVALID_REQUEST', 'Richiesta non valida'],
  quota: ['OVER_QUERY_LIMIT', 'Limite di richieste a Google raggiunto'],
  network: ['UNKNOWN_ERROR', 'Errore di rete'],
  failed: ['UNKNOWN_ERROR', 'Google non ha risposto come previsto'],
} as const

function failed(error: unknown): { status: string; error: string } {
  if (!(error instanceof MapFailure)) throw error
  const [status, text] = statuses[error.kind]
  return { status, error: text }
}

export interface Measured {
  distanceKm: number
  estimatedDuration: string
  source: 'google' | 'stima'
}

export const calculateRoute = handle(CalculateRoute, async (tx, asked, _, { maps }) => {
  const { departureLocationId: from, destinationLocationId: to } = asked
  if (from === to) throw new HttpError(422, 'Partenza e destinazione devono essere diverse.')
  const rows = await tx<{ id: number; latitude: number | null; longitude: number | null }[]>`
    select id, latitude, longitude from locations where id in (${from}, ${to})`
  const [start, end] = [from, to].map((id) => rows.find((row) => row.id === id))
  if (!start || !end) throw new HttpError(422, 'Una delle due località non esiste.')
  const [one, other] = [positionOf(start), positionOf(end)]
  if (!one || !other) throw new HttpError(422, 'Coordinate mancanti')
  try {
    return await measure(await maps.service(tx), one, other)
  } catch (error) {
    // The form shows the reason and uses the estimate.
    throw new HttpError(
      502,
      error instanceof MapFailure && error.kind === 'network' ? 'Errore di rete' : 'Errore calcolo',
      {
        instead: { reason: failed(error).error, estimate: await measure(null, one, other) },
      },
    )
  }
})

/** Estimates distance and time if `maps` is null. Throws MapFailure if the service fails or finds no road. */
export async function measure(maps: MapService | null, from: Position, to: Position): Promise<Measured> {
  if (!maps) return { ...roadEstimate(from, to), source: 'stima' }
  const way = await maps.measure(from, to)
  if (!way) throw new MapFailure('failed', 'no road leads there')
  return measured(way)
}

const measured = ({ km, minutes }: { km: number; minutes: number }): Measured => ({
  distanceKm: Math.max(1, Math.round(km)),
  estimatedDuration: durationText(minutes),
  source: 'google',
})

export const measureDistance = answer(
  MeasureDistance,
  async (read, { origins, destinations }, _, context) => {
    const nothing = { distanceKm: null, estimatedDuration: null, source: null }
    const maps = await context.maps.service(read)
    const [from, to] = await Promise.all([pointOf(read, origins), pointOf(read, destinations)])
    const isPlaced = from && to && 'latitude' in from && 'latitude' in to
    try {
      if (isPlaced) return { status: 'OK', ...(await measure(maps, from, to)) }
      if (!maps || !from || !to) return { status: 'NOT_FOUND', ...nothing, error: 'Coordinate mancanti' }
      const way = await maps.measure(from, to)
      if (!way) return { status: 'ZERO_RESULTS', ...nothing, error: 'Errore calcolo' }
      return { status: 'OK', ...measured(way) }
    } catch (error) {
      return { ...failed(error), ...(isPlaced ? await measure(null, from, to) : nothing) }
    }
  },
)

/** Prefers a known position to an id or street address. Returns null for a gazetteer place without one. */
async function pointOf(read: Sql | Tx, text: string): Promise<MapPoint | null> {
  const pair = text.match(/^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/)
  if (pair) return { latitude: Number(pair[1]), longitude: Number(pair[2]) }
  const placeId = text.match(/^place_id:(.+)$/)?.[1]
  if (placeId) {
    const place = gazetteerPlace(placeId)
    return place ? positionOf(place) : { placeId }
  }
  const [row] = await read<[{ latitude: number | null; longitude: number | null }?]>`
    select latitude, longitude from locations where lower(name) = lower(${text})`
  const known = row ?? gazetteerByName(text)
  return (known && positionOf(known)) ?? { address: text }
}
