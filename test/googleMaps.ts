import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A real HTTP server that speaks as Google's Places API (New) and Routes API do. */
export async function openGoogle({ key = 'AIza-test-key-0001' } = {}) {
  const asked: { path: string; body: unknown; key: string | undefined; mask: string | undefined }[] = []
  /** Set to refuse everything in this way. */
  const switches = { status: 200, reason: '' }
  const server = createServer(async (request, reply) => {
    const body = request.method === 'POST' ? await json(request) : null
    const path = (request.url ?? '').split('?')[0] ?? ''
    const { 'x-goog-api-key': given, 'x-goog-fieldmask': mask } = request.headers
    asked.push({ path, body, key: String(given), mask: String(mask) })
    const send = (status: number, answer: unknown) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
    if (switches.status !== 200)
      return send(switches.status, {
        error: { code: switches.status, details: [{ reason: switches.reason }] },
      })
    if (given !== key) return send(400, { error: { code: 400, details: [{ reason: 'API_KEY_INVALID' }] } })
    if (!mask) return send(400, { error: { code: 400, status: 'INVALID_ARGUMENT' } })
    if (path === '/v1/places:autocomplete') {
      const { input } = body as { input: string }
      if (input.startsWith('zero')) return send(200, {})
      return send(200, {
        suggestions: [
          {
            placePrediction: {
              placeId: 'ChIJ-otranto',
              text: { text: 'Otranto LE, Italia' },
              structuredFormat: { mainText: { text: 'Otranto' }, secondaryText: { text: 'LE, Italia' } },
              types: ['locality', 'political'],
            },
          },
        ],
      })
    }
    if (path === '/v1/places/ChIJ-otranto')
      return send(200, {
        id: 'ChIJ-otranto',
        displayName: { text: 'Otranto' },
        addressComponents: [{ longText: '73028', types: ['postal_code'] }],
        location: { latitude: 40.1439, longitude: 18.4911 },
        types: ['locality', 'political'],
      })
    if (path === '/directions/v2:computeRoutes')
      return send(200, { routes: [{ distanceMeters: 84_600, duration: '4211s' }] })
    send(404, { error: { code: 404, status: 'NOT_FOUND' } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    key,
    asked,
    switches,
    env: { GOOGLE_PLACES_BASE_URL: url, GOOGLE_ROUTES_BASE_URL: url },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
