import type { TSchema } from '@sinclair/typebox'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { handlers } from '../../src/modules/index.ts'
import { eventually, openApp, startApp } from '../app.ts'

/** The app of tests that store nothing, or only leads with an e-mail address of their own. */
const shared = await openApp({ data: 'demo' })

test('every refusal is problem+json with an Italian message and no internals', async () => {
  const refusals = await Promise.all([
    shared.post('/api/availability-requests', '{"name":'),
    shared.get('/api/nothing-here'),
    shared.post('/api/contacts', {}),
    shared.send('POST', '/api/contacts', 'name=Anna', { 'content-type': 'text/plain' }),
    shared.post('/api/contacts', { name: 'x'.repeat(300 * 1024) }),
    shared.post('/api/contacts', []),
  ])
  expect(refusals.map(({ status }) => status)).toEqual([400, 404, 422, 415, 413, 422])
  for (const reply of refusals) {
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const body = JSON.parse(reply.text)
    expect(body).toMatchObject({ type: 'about:blank', status: reply.status })
    expect(body.detail).toMatch(/[a-zà-ù]{3,}/)
    expect(reply.text).not.toMatch(/node_modules|\.ts:|select |postgres/i)
  }
})

test('an invalid field is named by its path, with the message that the form shows', async () => {
  const reply = await shared.post('/api/contacts', { name: ' ', phone: '0832 123456', email: 'anna@' })
  expect(reply.status).toBe(422)
  expect(JSON.parse(reply.text).errors).toEqual([
    { path: 'name', message: 'Inserisci il nome' },
    { path: 'email', message: 'Completa l’indirizzo email prima e dopo la @' },
  ])
})

test('control characters are refused, and text is trimmed before it is stored', async () => {
  const contact = { name: '  Anna  ', phone: '0832 123456', email: 'caratteri@example.com' }
  const refused = await shared.post('/api/contacts', { ...contact, message: 'a\u0000b' })
  expect(refused.status).toBe(422)
  expect((await shared.post('/api/contacts', contact)).status).toBe(201)
  expect(await shared.sql`select name from contacts where email = ${contact.email}`).toEqual([
    { name: 'Anna' },
  ])
})

/** Yields the text fields of a contract with their paths, except choices and fields with a fixed format. */
function* textsOf(schema: TSchema, path = ''): Generator<[path: string, schema: TSchema]> {
  for (const one of schema.anyOf ?? schema.allOf ?? []) yield* textsOf(one, path)
  if (schema.type === 'array') yield* textsOf(schema.items, `${path}.0`)
  for (const [key, one] of Object.entries<TSchema>(schema.properties ?? {}))
    yield* textsOf(one, path ? `${path}.${key}` : key)
  if (schema.type === 'string' && !('const' in schema) && !schema.isVerbatim) yield [path, schema]
}

/** Returns for example `{a: [{b: text}]}` for the path `a.0.b`. */
function bodyOf(path: string, text: string): unknown {
  return path
    .split('.')
    .reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), text)
}

const lines = 'una riga\r\nBcc: altra\triga'

test('one-line texts contain no line break: a visitor’s becomes a blank, a command of staff is refused', async () => {
  const staff = await shared.logIn()
  const several = new Set<string>()
  let refused = 0
  for (const { message } of handlers) {
    const [method = '', pattern = ''] = message.http.split(' ')
    if (message.kind !== 'command' || message.access === 'public' || method === 'DELETE') continue
    const url = pattern.replace(/:\w+/g, '1')
    const inPath = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name)
    for (const [path, schema] of textsOf(message.input)) {
      if (schema.isMultiline) several.add(path)
      // Skips fields that may have several lines or are in the path, and calls that receive a file instead of JSON.
      if (schema.isMultiline || inPath.includes(path) || /uploads|pricing\/import/.test(url)) continue
      const { status, body } = await shared.send(method, url, bodyOf(path, lines), staff)
      const named = body.errors?.map((error: { path: string }) => error.path)
      expect([message.http, path, status, named]).toEqual([
        message.http,
        path,
        422,
        expect.arrayContaining([path]),
      ])
      refused++
    }
  }
  expect(refused).toBeGreaterThan(100)
  expect([...several].sort()).toEqual([
    'content',
    'data',
    'description',
    'longDescription',
    'message',
    'metaDescription',
    'notes',
    'prompt',
    'reason',
    'reply',
    'summary',
    'testimonials.0.text',
    'text',
    'touristInfo',
    'underConstructionMessage',
  ])
  const contact = { phone: '0832 123456', email: 'righe@example.com' }
  const sent = await shared.post('/api/contacts', { ...contact, name: 'Anna\r\n\tRossi', message: lines })
  expect(sent.status).toBe(201)
  expect(await shared.sql`select name, message from contacts where email = ${contact.email}`).toEqual([
    { name: 'Anna Rossi', message: lines },
  ])
  const path = '/api/admin/email-configurations'
  const sender = { fromEmail: 'sito@salento.example', fromName: 'Salento\r\nBcc: altri@x.example' }
  expect((await shared.post(path, sender, staff)).body.errors).toEqual([
    { path: 'fromName', message: 'Va scritto su una riga sola, senza a capo e tabulazioni' },
  ])
})

test('a response that the client has cached is a 304 without a body', async () => {
  const first = await shared.get('/api/routes/popular')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[\w-]+"$/)
  const second = await shared.get('/api/routes/popular', { 'if-none-match': tag })
  expect([second.status, second.text]).toEqual([304, ''])
  expect(second.headers.get('etag')).toBe(tag)
  // RFC 9110, section 15.4.5 requires the headers for caching. Headers about the missing body are omitted.
  for (const name of ['cache-control', 'vary', 'content-security-policy'])
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  expect([second.headers.get('content-type'), second.headers.get('content-length')]).toEqual([null, null])
})

test('large responses are compressed, each encoding under its own tag', async () => {
  const tags = new Set<string | null>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const reply = await shared.get('/api/routes/pricing-table', { 'accept-encoding': encoding })
    expect(reply.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(JSON.parse(reply.text).length).toBeGreaterThan(100)
    tags.add(reply.headers.get('etag'))
  }
  expect(tags.size).toBe(3)
})

test('a page has the same text in every encoding, in whatever order clients ask', async () => {
  const texts = new Set<string>()
  for (const encoding of ['identity', 'gzip', 'br', 'identity', 'gzip']) {
    const reply = await shared.get('/blog/', { 'accept-encoding': encoding })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    texts.add(reply.text)
  }
  expect(texts.size).toBe(1)
  expect([...texts][0]).toContain('</html>')
})

test('a page asked for again becomes smaller, and a proxy that keeps the larger body gets the smaller one', async () => {
  const ask = (headers = {}) => shared.get('/tratte/', { 'accept-encoding': 'br', ...headers })
  const first = await ask()
  const tag = { 'if-none-match': first.headers.get('etag') ?? '' }
  const later = await eventually(async () => {
    const reply = await ask(tag)
    expect(reply.status).toBe(200)
    return reply
  })
  const bytes = ({ headers }: typeof first) => Number(headers.get('content-length'))
  expect(bytes(later)).toBeLessThan(bytes(first) * 0.95)
  expect(later.text).toBe(first.text)
  expect((await ask({ 'if-none-match': later.headers.get('etag') ?? '' })).status).toBe(304)
})

test.each([
  ['gzip, br;q=0', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0, *', 'br'],
  ['identity', null],
  ['identity;q=0', null],
  ['identity;q=0, gzip', 'gzip'],
  ['abra, gzipped', null],
  ['', null],
])('Accept-Encoding: %s is answered in %s', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted }
  const large = await shared.get('/api/routes/pricing-table', headers)
  expect([large.status, large.headers.get('content-encoding')]).toEqual([200, encoding])
  expect(large.headers.get('vary')).toBe('accept-encoding')
  // A short body is compressed only if the client refuses uncompressed bodies.
  const isRefused = /identity;q=0/.test(accepted)
  const short = await shared.get('/api/site-settings', headers)
  expect(short.headers.get('content-encoding')).toBe(isRefused ? encoding : null)
  expect(short.body.isLive).toBe(true)
})

test('If-None-Match is a list of tags, weak or strong', async () => {
  const tag = (await shared.get('/api/routes/popular')).headers.get('etag') ?? ''
  const statusWith = async (known: string) =>
    (await shared.get('/api/routes/popular', { 'if-none-match': known })).status
  for (const known of ['*', `"a", ${tag}`, `W/${tag}`, `"a",W/${tag} , "b"`])
    expect([known, await statusWith(known)]).toEqual([known, 304])
  for (const known of ['"a"', tag.replace('"', '"x'), tag.replaceAll('"', ''), `"${tag.slice(1, -1)}x"`])
    expect([known, await statusWith(known)]).toEqual([known, 200])
})

test('every response has the security headers and the request id, given or generated', async () => {
  for (const path of ['/', '/api/routes/popular', '/healthz', '/api/nothing', '/nothing/']) {
    const { headers } = await shared.get(path, { 'x-request-id': 'abcdefgh-1' })
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toBe('abcdefgh-1')
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
  expect((await shared.get('/healthz', { 'x-request-id': 'a b' })).headers.get('x-request-id')).toMatch(
    /^[\w-]{15}$/,
  )
})

test('staff calls are closed to everyone without a session, whatever they claim to be', async () => {
  for (const authorization of ['', 'Bearer admin', 'Bearer eyJhbGciOiJub25lIn0.e30.'])
    for (const [method, path] of [
      ['GET', '/api/admin/company-settings'],
      ['PUT', '/api/admin/site-settings'],
      ['POST', '/api/admin/admin-users'],
    ] as const)
      expect(
        (await shared.send(method, path, method === 'GET' ? undefined : {}, { authorization })).status,
      ).toBe(401)
})

test('the process is ready only when the database is there and migrated', async () => {
  await using app = await startApp()
  expect((await app.get('/healthz')).status).toBe(200)
  expect((await app.get('/readyz')).status).toBe(200)
  // During a roll-out the database has newer migrations, and this process keeps serving.
  await app.sql`insert into schema_migrations (name, run_on) values ('999_newer', now())`
  expect((await app.get('/readyz')).status).toBe(200)
  await app.sql`delete from schema_migrations where name = '999_newer'`
  await app.sql`delete from schema_migrations where id = (select max(id) from schema_migrations)`
  // The process repeats its answer for a second.
  await eventually(async () => expect((await app.get('/readyz')).status).toBe(503))
  expect((await app.get('/healthz')).status).toBe(200)
})

test('only this machine, or a client with the token, may read metrics', async () => {
  await using local = await startApp()
  expect((await local.get('/metrics')).text).toContain('# TYPE http_requests_total counter')
  expect((await local.get('/metrics')).text).toMatch(/^database_up 1$/m)
  // Responses to invalid URLs are counted too.
  expect((await local.get('/api/%zz')).status).toBe(400)
  const { text } = await local.get('/metrics')
  expect(text).toMatch(/^http_requests_total\{method="GET",status="400"\} 1$/m)
  expect(text).toMatch(/^http_request_seconds_count 3$/m)
  expect((await local.get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  // Without TRUST_PROXY the process only sees the proxy's IP address, so it refuses forwarded requests for metrics.
  await using unaware = await startApp({ env: { TRUST_PROXY: '' } })
  expect((await unaware.get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  expect((await unaware.get('/metrics', { forwarded: 'for=203.0.113.9' })).status).toBe(404)
  expect((await unaware.get('/metrics')).status).toBe(200)
  await using scraped = await startApp({ env: { METRICS_TOKEN: 'scrape-me' } })
  expect((await scraped.get('/metrics')).status).toBe(404)
  expect((await scraped.get('/metrics', { authorization: 'Bearer scrape-me' })).status).toBe(200)
})

test.each([
  ['127.0.0.1', true],
  ['192.0.2.1, loopback', true],
  ['127.0.0.0/8', true],
  ['192.0.2.0/24', false],
])('with TRUST_PROXY=%s the address forwarded by this machine is trusted: %s', async (range, isBelieved) => {
  await using app = await startApp({ env: { TRUST_PROXY: range } })
  await app.inOneWindow()
  const statuses: number[] = []
  for (const address of [
    '203.0.113.1',
    '2001:db8::1',
    '203.0.113.2',
    'unknown',
    '<a>, 203.0.113.3',
    '203.0.113.4',
  ]) {
    const contact = { name: 'Ugo', phone: `0832 12345${statuses.length}`, email: 'ugo@example.com' }
    statuses.push((await app.post('/api/contacts', contact, { 'x-forwarded-for': address })).status)
  }
  // Each IP address may send five leads. Without trust, all six leads come from one IP address.
  expect(statuses).toEqual([201, 201, 201, 201, 201, isBelieved ? 201 : 429])
})

test.each(['proxy', '127.0.0.1/33', '127.0.0.1/0', '127.0.0.1,x', '10.0.0.0/x'])(
  'TRUST_PROXY=%s is refused',
  async (range) => {
    await expect(startApp({ env: { TRUST_PROXY: range } })).rejects.toThrow(
      'TRUST_PROXY must be addresses or ranges',
    )
  },
)

test('metrics work without the database, and report that it is down', async () => {
  await using app = await startApp()
  expect((await app.get('/metrics')).text).toMatch(/^workers_alive 0$/m)
  await app.runtime.db.read.end()
  const { status, text } = await app.get('/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(/^database_up 0$/m)
  expect(text).toMatch(/^http_requests_total/m)
  // A metric without a known value is omitted, not reported as 0.
  expect(text).not.toMatch(/^workers_alive /m)
})

test('the OpenAPI page lists every call with its access', async () => {
  const { body } = await shared.get('/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(body.paths['/api/transfer-routes/{slug}'].get.security).toEqual([])
  expect(body.paths['/api/admin/company-settings'].put.security).toEqual([{ session: [] }])
  expect(
    body.paths['/api/availability-requests'].post.requestBody.content['application/json'].schema.required,
  ).toEqual(
    expect.arrayContaining([
      'name',
      'phone',
      'email',
      'departure',
      'destination',
      'passengers',
      'formSource',
    ]),
  )
})

test('the OpenAPI page has both responses of a command that a job may run', async () => {
  const { paths } = (await shared.get('/api/openapi.json')).body
  const fieldsOf = (schema: { properties: object }) => Object.keys(schema.properties)
  const accepted = (path: string) => paths[path].post.responses[202].content['application/json'].schema
  // This command starts a job of its own and answers 202, too.
  const [own, putOff] = accepted('/api/admin/bulk-routes').anyOf
  expect(fieldsOf(own)).toContain('places')
  expect(fieldsOf(putOff)).toEqual(['jobId', 'isPutOff'])
  expect(fieldsOf(accepted('/api/bulk-pricing/adjust'))).toEqual(['jobId', 'isPutOff'])
  const done = paths['/api/bulk-pricing/adjust'].post.responses[200].content['application/json'].schema
  expect(fieldsOf(done)).toContain('updated')
  expect(fieldsOf(accepted('/api/admin/sitemap/generate'))).toEqual(['jobId'])
})

test('a database that goes down is a 503 with Retry-After for writes, while cached reads still work', async () => {
  await using app = await startApp({ data: 'demo', env: { ANSWER_MS: '1000' } })
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  await admin`alter database ${admin(name)} with allow_connections false`
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  const reply = await app.post('/api/contacts', {
    name: 'Anna',
    phone: '0832 123456',
    email: 'a@example.com',
  })
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.get('/api/routes/popular')).status).toBe(200)
  expect((await app.get('/api/locations/search?q=lecce')).body.length).toBeGreaterThan(0)
  await admin`alter database ${admin(name)} with allow_connections true`
  await admin.end()
  await eventually(async () => {
    const again = await app.post('/api/contacts', {
      name: 'Anna',
      phone: '0832 123456',
      email: 'a@example.com',
    })
    expect(again.status).toBe(201)
  })
  expect(await app.sql`select name from contacts`).toEqual([{ name: 'Anna' }])
})
