import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'

// A visitor may get 60 rendered responses and 120 searches a minute, and 600 responses including cached ones.

let app: App
beforeAll(async () => {
  // Stops the clock, because the limits must count all requests in the same minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await startApp({ data: 'demo' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  vi.useRealTimers()
})

let addresses = 0
const newVisitor = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` })

/** Requests a path again after a 408: on a busy machine Node cuts connections before it has read, and counted, a request. */
async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  const { status } = await app.get(path, headers)
  return status === 408 ? statusOf(path, headers) : status
}

/** Requests the paths as one visitor, twelve at a time. Returns how many requests the server does not refuse with 429. */
async function answered(
  paths: string[],
  headers: Record<string, string> | (() => Record<string, string>) = newVisitor(),
): Promise<number> {
  const statuses: number[] = []
  const ownHeaders = () => (typeof headers === 'function' ? headers() : headers)
  for (let first = 0; first < paths.length; first += 12)
    statuses.push(
      ...(await Promise.all(paths.slice(first, first + 12).map((path) => statusOf(path, ownHeaders())))),
    )
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  return statuses.filter((status) => status !== 429).length
}

/** Ten more than the limit of rendered responses. */
const seventy = (address: (n: number) => string) => Array.from({ length: 70 }, (_, n) => address(n))

test.each([
  ['a query that the page does not use', (n: number) => `/prezzi/?departure=x${n}&pagina=${n}`],
  ['campaign marks', (n: number) => `/tratte/?utm_source=${n}&fbclid=${n}`],
  ['a value that means nothing', (n: number) => `/blog/?pagina=zero${n}`],
  ['two spellings of one path', (n: number) => `/${n % 2 ? '%70' : 'p'}rezzi/?x=${n}`],
  ['addresses that no page has', (n: number) => `/random-${n}/`],
  ['routes that do not exist', (n: number) => `/tratte/x-${n}/`],
  ['a call with a query that it does not know', (n: number) => `/api/routes/popular?x=${n}`],
  [
    'the names of a query in another order',
    (n: number) => `/api/routes/check?x=${n}&destination=4&departure=1`,
  ],
])('%s gets no response of its own', async (_, address) => {
  expect(await answered(seventy(address))).toBe(70)
})

test('unknown addresses share one response, rendered once', async () => {
  const tagsAt = async (paths: string[]) =>
    new Set(await Promise.all(paths.map(async (path) => (await app.get(path)).headers.get('etag'))))
  expect((await tagsAt(seventy((n) => `/mai-vista-${n}/?x=${n}`))).size).toBe(1)
  expect((await tagsAt(seventy((n) => `/tratte/transfer-mai-vista-${n}/`))).size).toBe(1)
})

test.each([
  ['searches', (n: number) => `/risultati-ricerca/?departure=posto${n}&destination=Lecce`],
  ['pages with a code', (n: number) => `/richiesta/?departure=posto${n}`],
  ['calls', (n: number) => `/api/routes/check?departure=${n + 2}&destination=4`],
  ['calls that are never cached', (n: number) => `/api/requests/ABCDEF-${String(n).padStart(22, '0')}`],
])('%s that are not cached are limited to 60 a minute for each address', async (_, address) => {
  const visitor = newVisitor()
  expect(await answered(seventy(address), visitor)).toBe(60)
  // The limit of rendered responses affects neither cached responses nor other visitors.
  expect((await app.get('/prezzi/')).status).toBe(200)
  expect((await app.get('/prezzi/', visitor)).status).toBe(200)
  expect((await app.get(address(69))).status).not.toBe(429)
})

test('a response is the same for every query that it does not depend on', async () => {
  const text = fc.string({ maxLength: 20 }).map(encodeURIComponent)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/prezzi/',
        '/blog/',
        '/contatti/',
        '/api/routes/popular',
        '/risultati-ricerca/?departure=Bari&destination=Lecce',
      ),
      text.filter(
        (name) =>
          !['departure', 'destination', 'inviata', 'codice', 'categoria', 'pagina', 'data'].includes(name),
      ),
      text,
      async (path, name, value) => {
        const plain = await app.get(path)
        const other = await app.get(`${path}${path.includes('?') ? '&' : '?'}${name}=${value}`)
        expect([other.status, other.headers.get('etag')]).toEqual([plain.status, plain.headers.get('etag')])
      },
    ),
    { numRuns: 60 },
  )
})

test('beyond 600 reads a minute even cached responses are refused: a page with the phone number, a problem for a call', async () => {
  const visitor = newVisitor()
  expect(
    await answered(
      Array.from({ length: 612 }, () => '/prezzi/'),
      visitor,
    ),
  ).toBe(600)
  const page = await app.get('/tratte/', visitor)
  expect(page.status).toBe(429)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('retry-after')).toBe('60')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain('Troppe richieste')
  expect(page.text).toMatch(/href="tel:\+39/)
  expect(page.text).toMatch(/name="robots" content="noindex/)
  const call = await app.get('/api/routes/popular', visitor)
  expect(call.headers.get('content-type')).toContain('application/problem+json')
  expect([call.status, Number(call.headers.get('retry-after')) > 0]).toEqual([429, true])
  // Requests for built files and for the panel count against no limit.
  const asset = page.text.match(/src="(\/assets\/[^"]+\.js)"/)?.[1] ?? ''
  expect((await app.get(asset, visitor)).status).toBe(200)
  expect((await app.get('/admin/', visitor)).status).toBe(200)
})

test('an IPv6 /64 network counts as one visitor', async () => {
  let host = 0
  expect(
    await answered(
      seventy((n) => `/richiesta/?departure=rete${n}`),
      () => ({ 'x-forwarded-for': `2001:db8:7:7::${++host}` }),
    ),
  ).toBe(60)
})

test('staff are never refused, whatever others request from the same IP address', async () => {
  const office = newVisitor()
  const staff = { ...(await app.logIn()), ...office }
  expect(
    await answered(
      seventy((n) => `/richiesta/?departure=ufficio${n}`),
      office,
    ),
  ).toBe(60)
  expect(
    await answered(
      seventy((n) => `/richiesta/?departure=staff${n}`),
      staff,
    ),
  ).toBe(70)
  const searches = Array.from({ length: 130 }, () => '/api/locations/search?q=otranto')
  // A cached search counts against the limit of searches, but not against the limit of rendered responses.
  await app.get('/api/locations/search?q=otranto')
  expect(await answered(searches, office)).toBe(120)
  expect(await answered(searches, staff)).toBe(130)
  expect((await app.get('/api/admin/dashboard', staff)).status).toBe(200)
  const forged = { ...office, cookie: '__Host-salento_session=eyJhbGciOiJIUzI1NiJ9.e30.x' }
  expect((await app.get('/richiesta/?departure=falso', forged)).status).toBe(429)
})

test('HEAD counts and costs as much as GET', long, async () => {
  const { headers: got } = await app.get('/prezzi/', { 'accept-encoding': 'identity' })
  const head = await app.send('HEAD', '/prezzi/', undefined, { 'accept-encoding': 'identity' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers.get('etag')).toBe(got.get('etag'))
  const visitor = newVisitor()
  const statuses: number[] = []
  for (const path of seventy((n) => `/richiesta/?departure=testa${n}`))
    statuses.push((await app.send('HEAD', path, undefined, visitor)).status)
  expect(statuses.filter((status) => status !== 429)).toHaveLength(60)
})

test('a change is visible immediately, even if responses were being rendered from older data', async () => {
  const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  for (const price of ['41.00', '42.00', '43.00']) {
    const asking = Promise.all(Array.from({ length: 30 }, () => app.get(`${path}?x=${price}`)))
    await app.sql`update route_prices set price_min2_pax = ${price} where slug = 'aeroporto-brindisi-gallipoli'`
    await asking
    await eventually(async () => {
      const { text } = await app.get(path)
      expect(text).toContain(`${Number(price)} €`)
    })
  }
})
