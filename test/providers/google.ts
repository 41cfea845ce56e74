import { type Asked, type Said, simulate } from './simulate.ts'

// Simulates Google's Places API (New) and Routes API (developers.google.com/maps/documentation). Input that starts with
// `zero` finds nothing. A place that contains `no-route` or `atlantide` has no route.

interface Options {
  key?: string
  port?: number
}

const tokenPattern = /^[A-Za-z0-9_-]{1,36}$/
const autocompleteFields = [
  ...['input', 'languageCode', 'regionCode', 'includedRegionCodes', 'includedPrimaryTypes', 'sessionToken'],
  ...['locationBias', 'locationRestriction', 'origin', 'inputOffset', 'includeQueryPredictions'],
]
const routeFields = [
  ...['origin', 'destination', 'intermediates', 'travelMode', 'routingPreference', 'languageCode'],
  ...['regionCode', 'units', 'departureTime', 'routeModifiers', 'computeAlternativeRoutes'],
]

const places: Record<string, { name: string; types: string[]; cap?: string; at: [number, number] }> = {
  'ChIJ-otranto': { name: 'Otranto', types: ['locality', 'political'], cap: '73028', at: [40.1439, 18.4911] },
  'ChIJ-gallipoli': { name: 'Gallipoli', types: ['locality', 'political'], at: [40.0559, 17.9926] },
  'ChIJ-brindisi-airport': { name: 'Aeroporto del Salento', types: ['airport'], at: [40.6576, 17.947] },
}

export const googleErrors = {
  keyInvalid: problem(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key not valid.'),
  badArgument: problem(400, 'INVALID_ARGUMENT', null, 'Request contains an invalid argument.'),
  unauthenticated: problem(401, 'UNAUTHENTICATED', 'CREDENTIALS_MISSING', 'Request is missing credentials.'),
  serviceDisabled: problem(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'The API is disabled.'),
  serviceBlocked: problem(403, 'PERMISSION_DENIED', 'API_KEY_SERVICE_BLOCKED', 'Requests are blocked.'),
  billingDisabled: problem(403, 'PERMISSION_DENIED', 'BILLING_DISABLED', 'Billing is not enabled.'),
  ipBlocked: problem(403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED', 'The address is blocked.'),
  referrerBlocked: problem(
    403,
    'PERMISSION_DENIED',
    'API_KEY_HTTP_REFERRER_BLOCKED',
    'The referrer is blocked.',
  ),
  notFound: problem(404, 'NOT_FOUND', null, 'The Place ID is no longer valid.'),
  quotaMinute: problem(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'Quota exceeded.', {
    quota_limit: 'RequestsPerMinutePerProject',
  }),
  quotaDay: problem(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', 'Quota exceeded.', {
    quota_limit: 'RequestsPerDayPerProject',
  }),
  internal: problem(500, 'INTERNAL', null, 'Internal error encountered.'),
  badGateway: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>502</html>' },
  unavailable: problem(503, 'UNAVAILABLE', null, 'The service is currently unavailable.'),
  deadline: problem(504, 'DEADLINE_EXCEEDED', null, 'Deadline exceeded.'),
  cut: { isCut: true },
  slow: { afterMs: 20_000 },
  malformed: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"suggestions": [' },
  list: { status: 200, body: [] },
  text: { status: 200, headers: { 'content-type': 'application/json' }, body: '"ok"' },
} satisfies Record<string, Said>

export async function openGoogle({ key = 'AIza-test-key-0001', port }: Options = {}) {
  const planned: Said[] = []
  const switches: { always: Said | null } = { always: null }
  /** Session tokens that ended when a place was picked. */
  const ended = new Set<string>()
  /** The numbers that Google would bill: sessions, and single HTTP requests outside a valid session. */
  const billed = { sessions: 0, single: 0 }

  function answer(asked: Asked): Said {
    const forced = planned.shift() ?? switches.always
    if (forced) return forced
    const url = new URL(asked.path, 'https://google.test')
    if (url.searchParams.has('key')) return refused('The key belongs into the header here.')
    const given = asked.headers['x-goog-api-key']
    if (!given) return problem(403, 'PERMISSION_DENIED', 'CREDENTIALS_MISSING', 'Method requires an API key.')
    if (given !== key) return googleErrors.keyInvalid
    const mask = String(asked.headers['x-goog-fieldmask'] ?? '')
    if (/\s/.test(mask)) return refused('A field mask has no spaces.')
    if (url.pathname === '/v1/places:autocomplete' && asked.method === 'POST') return suggest(asked, mask)
    if (url.pathname.startsWith('/v1/places/') && asked.method === 'GET') return details(url, mask)
    if (url.pathname === '/directions/v2:computeRoutes' && asked.method === 'POST') return route(asked, mask)
    return { status: 404, body: '<html>404</html>' }
  }

  function suggest({ body, headers }: Asked, mask: string): Said {
    const wrong = wrongBody(body, headers, autocompleteFields)
    if (wrong) return wrong
    const { input, languageCode, regionCode, includedRegionCodes, sessionToken } = body
    if (typeof input !== 'string' || input === '') return refused('input must not be empty.')
    if (body.locationBias && body.locationRestriction)
      return refused('Bias and restriction exclude each other.')
    // Without bias and restriction, Google would use the position of the server.
    if (!body.locationBias && !body.locationRestriction) return refused('Nothing says where to look.')
    if (!isArea(body.locationBias ?? body.locationRestriction)) return refused('Invalid area.')
    if (languageCode !== 'it') return refused('The answer would be in English.')
    if (!/^[a-z]{2}$/i.test(regionCode)) return refused('Invalid region_code.')
    if (!Array.isArray(includedRegionCodes) || includedRegionCodes.length > 15)
      return refused('Too many regions.')
    if (sessionToken !== undefined && !tokenPattern.test(sessionToken))
      return refused('Invalid session_token.')
    if (mask && !mask.split(',').every((one) => one.startsWith('suggestions.')))
      return refused(`Error expanding 'fields' parameter. Cannot find matching fields for path '${mask}'.`)
    if (sessionToken === undefined || ended.has(sessionToken)) billed.single += 1
    if (input.startsWith('zero')) return { body: {} }
    const found = Object.entries(places).filter(([, { name }]) =>
      name.toLowerCase().startsWith(input.split(',')[0]?.toLowerCase().slice(0, 3) ?? ''),
    )
    const shown = found.length > 0 ? found : Object.entries(places).slice(0, 1)
    return {
      body: {
        suggestions: shown.map(([placeId, { name, types }]) => ({
          placePrediction: {
            placeId,
            text: { text: `${name} LE, Italia`, matches: [{ endOffset: 3 }] },
            structuredFormat: { mainText: { text: name }, secondaryText: { text: 'LE, Italia' } },
            types,
          },
        })),
      },
    }
  }

  function details({ pathname, searchParams }: URL, mask: string): Said {
    if (!mask) return refused('FieldMask is a required parameter.')
    if (/reviews|photos|rating/.test(mask)) return refused('A field nobody needs, and that costs more.')
    if (searchParams.get('languageCode') !== 'it') return refused('The answer would be in English.')
    const token = searchParams.get('sessionToken')
    if (token !== null && !tokenPattern.test(token)) return refused('Invalid session_token.')
    if (token === null || ended.has(token)) billed.single += 1
    else {
      billed.sessions += 1
      ended.add(token)
    }
    const id = decodeURIComponent(pathname.slice('/v1/places/'.length))
    const place = places[id]
    if (!place) return googleErrors.notFound
    const [latitude, longitude] = place.at
    return {
      body: {
        id,
        displayName: { text: place.name, languageCode: 'it' },
        ...(place.cap
          ? { addressComponents: [{ longText: place.cap, shortText: place.cap, types: ['postal_code'] }] }
          : {}),
        location: { latitude, longitude },
        types: place.types,
      },
    }
  }

  function route({ body, headers }: Asked, mask: string): Said {
    if (!mask) return refused('FieldMask is a required parameter.')
    if (!mask.split(',').every((one) => one.startsWith('routes.'))) return refused('Invalid field mask.')
    const wrong = wrongBody(body, headers, routeFields)
    if (wrong) return wrong
    const { origin, destination, travelMode, routingPreference, units } = body
    if (!isWaypoint(origin) || !isWaypoint(destination)) return refused('Origin and destination must be set.')
    if (travelMode !== 'DRIVE') return refused('Invalid travel_mode.')
    // Other preferences cost more and include traffic, which fixed prices do not need.
    if (routingPreference !== 'TRAFFIC_UNAWARE') return refused('Invalid routing_preference.')
    if (units !== 'METRIC') return refused('Invalid units.')
    if (
      [origin, destination].some(({ placeId, address }) =>
        /no-route|atlantide/i.test(placeId ?? address ?? ''),
      )
    )
      return { body: {} }
    return { body: { routes: [{ distanceMeters: 84_600, duration: '4211s' }] } }
  }

  const server = await simulate(answer, port)
  return {
    ...server,
    key,
    billed,
    env: { GOOGLE_PLACES_BASE_URL: server.url, GOOGLE_ROUTES_BASE_URL: server.url },
    /** Queues responses for the next HTTP requests. */
    next(...answers: Said[]): void {
      planned.push(...answers)
    },
    /** Sets the response to all later HTTP requests; null restores the normal responses. */
    always(said: Said | null): void {
      switches.always = said
    },
  }
}

function problem(
  code: number,
  status: string,
  reason: string | null,
  message: string,
  metadata: Record<string, string> = {},
): Said {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'places.googleapis.com', consumer: 'projects/1', ...metadata },
  }
  return { status: code, body: { error: { code, message, status, ...(reason ? { details: [info] } : {}) } } }
}

const refused = (message: string) => problem(400, 'INVALID_ARGUMENT', null, message)

/** Returns Google's refusal of a wrong body or of an unknown field; otherwise null. */
function wrongBody(body: unknown, headers: Asked['headers'], fields: string[]): Said | null {
  if (!String(headers['content-type']).startsWith('application/json')) return refused('Not JSON.')
  if (typeof body !== 'object' || body === null) return refused('Invalid JSON payload received.')
  const unknown = Object.keys(body).find((name) => !fields.includes(name))
  return unknown ? refused(`Invalid JSON payload received. Unknown name "${unknown}".`) : null
}

// biome-ignore lint/suspicious/noExplicitAny: this function checks the body
function isPoint(point: any): boolean {
  return Math.abs(point?.latitude) <= 90 && Math.abs(point?.longitude) <= 180
}

// biome-ignore lint/suspicious/noExplicitAny: this function checks the body
function isArea(area: any): boolean {
  const { rectangle, circle } = area
  if (rectangle) return isPoint(rectangle.low) && isPoint(rectangle.high)
  return isPoint(circle?.center) && circle.radius > 0 && circle.radius <= 50_000
}

// biome-ignore lint/suspicious/noExplicitAny: this function checks the body
function isWaypoint(point: any): boolean {
  const ways = [point?.placeId, point?.address, point?.location].filter((one) => one !== undefined)
  return ways.length === 1 && (point.location === undefined || isPoint(point.location.latLng))
}
