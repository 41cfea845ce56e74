import type { Context } from '../../../kernel/context.ts'
import { readModel } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { MapFailure, type MapPoint, type MapService } from '../../../platform/maps.ts'
import { findApiKey, findStoredKey, keyInUse } from '../keys/apiKeys.queries.ts'
import { type MapApi, noteFailed, notePassed, refusePaused } from './pause.queries.ts'

// Google's Places API (New) and Routes API.

/** Timeouts in milliseconds. They are shorter than the deadlines of the calls, so that callers get a readable error. */
const suggestMs = 2_500
const measureMs = 8_000

/** Area from Bari to Leuca. Google would otherwise search around the server. */
const around = {
  rectangle: {
    low: { latitude: 39.7, longitude: 16.5 },
    high: { latitude: 41.3, longitude: 18.6 },
  },
}

interface Suggestions {
  suggestions?: {
    placePrediction?: {
      placeId: string
      text?: { text: string }
      structuredFormat?: { mainText?: { text: string }; secondaryText?: { text: string } }
      types?: string[]
    }
  }[]
}

interface Place {
  id: string
  displayName?: { text: string }
  addressComponents?: { longText: string; types?: string[] }[]
  location?: { latitude?: number; longitude?: number }
  types?: string[]
}

interface Routes {
  routes?: { distanceMeters?: number; duration?: string }[]
}

/** Returns null if there is no key. */
export async function openGoogleMaps(sql: Sql | Tx, context: Context): Promise<MapService | null> {
  const key = await findApiKey(sql, 'maps-places', context)
  if (!key) return null
  return {
    async suggest(input, sessionToken) {
      const mask = ['placeId', 'text.text', 'structuredFormat', 'types']
      const { suggestions = [] } = await ask<Suggestions>(context, '/v1/places:autocomplete', {
        api: 'googlePlaces',
        key,
        mask: mask.map((field) => `suggestions.placePrediction.${field}`).join(','),
        timeoutMs: suggestMs,
        body: {
          input,
          languageCode: 'it',
          regionCode: 'IT',
          includedRegionCodes: ['it'],
          locationBias: around,
          ...(sessionToken ? { sessionToken } : {}),
        },
      })
      return suggestions.flatMap(({ placePrediction: found }) =>
        found
          ? {
              placeId: found.placeId,
              name: found.structuredFormat?.mainText?.text ?? found.text?.text ?? '',
              where: found.structuredFormat?.secondaryText?.text ?? '',
              types: found.types ?? [],
            }
          : [],
      )
    },
    async find(placeId, sessionToken) {
      const query = new URLSearchParams({ languageCode: 'it', regionCode: 'IT' })
      if (sessionToken) query.set('sessionToken', sessionToken)
      const place = await ask<Place | null>(context, `/v1/places/${encodeURIComponent(placeId)}?${query}`, {
        api: 'googlePlaces',
        key,
        mask: 'id,displayName,addressComponents,location,types',
        timeoutMs: suggestMs,
      })
      if (!place) return null
      const cap = place.addressComponents?.find(({ types }) => types?.includes('postal_code'))
      return {
        placeId: place.id,
        name: place.displayName?.text ?? '',
        types: place.types ?? [],
        cap: cap?.longText ?? null,
        latitude: place.location?.latitude ?? null,
        longitude: place.location?.longitude ?? null,
      }
    },
    async measure(from, to) {
      const { routes } = await ask<Routes>(context, '/directions/v2:computeRoutes', {
        api: 'googleRoutes',
        key,
        mask: 'routes.distanceMeters,routes.duration',
        timeoutMs: measureMs,
        body: {
          origin: waypoint(from),
          destination: waypoint(to),
          travelMode: 'DRIVE',
          routingPreference: 'TRAFFIC_UNAWARE',
          languageCode: 'it',
          regionCode: 'it',
          units: 'METRIC',
        },
      })
      const [route] = routes ?? []
      if (!route) return null
      const seconds = Number.parseFloat(route.duration ?? '')
      if (route.distanceMeters === undefined || !Number.isFinite(seconds))
        throw new MapFailure('failed', 'computeRoutes answered without distance or duration')
      return { km: route.distanceMeters / 1000, minutes: seconds / 60 }
    },
  }
}

/** Kept in memory, because every page reads the key. */
const storedEmbedKey = readModel(['api_configurations'], (read) => findStoredKey(read, 'maps-embed'))

/** Returns the key for Google's map; null if there is none, so that pages show only the site's own map. */
export async function googleEmbedKey(read: Sql, context: Context): Promise<string | null> {
  return keyInUse(await storedEmbedKey(read), 'maps-embed', context)
}

function waypoint(point: MapPoint) {
  return 'latitude' in point ? { location: { latLng: point } } : point
}

interface Question {
  api: MapApi
  key: string
  mask: string
  timeoutMs: number
  body?: object
}

/** Sends no request during a pause and does not retry. Returns null for a GET with response 404. Throws MapFailure. */
async function ask<T>(context: Context, path: string, question: Question): Promise<T> {
  const { api, key } = question
  refusePaused(context, api, key)
  try {
    const answer = await askOnce<T>(context.providers.urls[api] + path, question)
    notePassed(context, api)
    return answer
  } catch (error) {
    if (error instanceof MapFailure) noteFailed(context, api, key, error)
    throw error
  }
}

/** Sends one HTTP request. The key is only in a header, so that no log contains it. */
async function askOnce<T>(address: string, { key, mask, timeoutMs, body }: Question): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  const reply = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-goog-api-key': key,
      'x-goog-fieldmask': mask,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'error',
    signal,
  }).catch(() => {
    throw new MapFailure('network', 'Google did not answer')
  })
  const answer: unknown = await reply.json().catch(() => null)
  if (signal.aborted) throw new MapFailure('network', 'Google did not answer in time')
  if (reply.ok && typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as T
  if (reply.status === 404 && !body) return null as T
  throw failureOf(reply.status, answer)
}

interface ErrorBody {
  error?: { details?: { reason?: string; metadata?: { quota_limit?: string } }[] }
}

/** Classifies a failure by the status and the `reason` of Google's response, never by Google's message. */
function failureOf(status: number, answer: unknown): MapFailure {
  const body: ErrorBody | null = Array.isArray(answer) ? answer[0] : (answer as ErrorBody | null)
  const detail = body?.error?.details?.find((one) => one.reason)
  const reason = detail?.reason ?? ''
  const message = `Google answered ${status}${reason ? ` ${reason}` : ''}`
  if (status === 401 || status === 403 || reason === 'API_KEY_INVALID')
    return new MapFailure('denied', message)
  if (status === 429)
    return new MapFailure('quota', message, /PerDay/.test(detail?.metadata?.quota_limit ?? ''))
  return new MapFailure(status === 400 ? 'invalid' : 'failed', message)
}
