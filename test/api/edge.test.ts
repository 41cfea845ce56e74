import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { makeJobsDue } from '../mailbox.ts'
import { startNginx } from '../nginx.ts'
import { simulate } from '../providers/simulate.ts'

const slug = 'aeroporto-brindisi-gallipoli'
const routePage = `/tratte/transfer-${slug}/`
const routeCall = `/api/transfer-routes/${slug}`

const app = await openApp({ data: 'demo' })

const setPrice = (one: App, price: number) =>
  one.sql`update route_prices set price1to3_pax = ${price}, updated_at = now() where slug = ${slug}`

test('proxies may keep pages and public reads for less than 5 s, and for a day while the product is down', async () => {
  for (const [path, browserSeconds] of [
    ['/', 0],
    [routePage, 0],
    ['/en/prices/', 0],
    ['/risultati-ricerca/?departure=bds&destination=gallipoli', 0],
    ['/sitemap.xml', 0],
    [routeCall, 3],
    ['/api/routes/by-hubs', 3],
    ['/robots.txt', 3598],
  ] as const) {
    const { status, headers } = await app.get(path)
    expect([path, status, headers.get('cache-control'), headers.get('surrogate-key')]).toEqual([
      path,
      200,
      `public, max-age=${browserSeconds}, s-maxage=1, stale-while-revalidate=2, stale-if-error=86400`,
      'site',
    ])
  }
})

test('what one person gets is never for proxies: pages with a token, previews, the panel, files and errors', async () => {
  const staff = await app.logIn()
  const sent = await app.post('/api/availability-requests', given.request())
  expect(sent.status).toBe(201)
  const { statusPath } = sent.body
  const feed = await app.post('/api/admin/calendar-feed', {}, staff)
  for (const [path, status] of [
    [statusPath, 200],
    [`${statusPath}transfer.ics`, 404],
    ['/newsletter/conferma/?codice=x', 404],
    ['/richiesta/stato/', 404],
    [`${routePage}?data=2027-07-10`, 200],
    [new URL(feed.body.url).pathname, 200],
    ['/admin/', 200],
    ['/api/admin/session', 200],
    ['/api/admin/leads', 200],
    ['/api/admin/roles', 200],
    ['/api/bulk-pricing/export.csv', 200],
    ['/pagina-che-manca/', 404],
    ['/api/transfer-routes/non-esiste', 404],
  ] as const) {
    const reply = await app.get(path, staff)
    const kept = reply.headers.get('cache-control') ?? ''
    expect([path, reply.status, /no-store|no-cache/.test(kept), reply.headers.get('surrogate-key')]).toEqual([
      path,
      status,
      true,
      null,
    ])
  }
})

test('a page that proxies may keep depends on its address alone', async () => {
  const staff = await app.logIn()
  const consent = `cookie_consent=${encodeURIComponent('{"analytics":true}')}; lingua=de`
  for (const path of ['/', '/en/', routePage, '/richiesta/', routeCall]) {
    const plain = await app.get(path)
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    for (const headers of [
      { cookie: consent },
      { 'accept-language': 'de-DE,de' },
      { 'user-agent': 'Googlebot', host: 'altro.example' },
      staff,
    ]) {
      const other = await app.get(path, headers)
      expect([path, other.text, other.headers.get('set-cookie')]).toEqual([path, plain.text, null])
    }
  }
})

test('the tag of a page changes with its headers, because nginx keeps the headers of a page that it already has', async () => {
  const staff = await app.logIn()
  const tag = async () => (await app.get('/sitemap.xml')).headers.get('etag') ?? ''
  const before = await tag()
  const made = await app.post(
    '/api/admin/google-analytics-configurations',
    { name: 'Sito', measurementId: 'G-EDGE000001', isActive: true },
    staff,
  )
  expect(made.status).toBe(201)
  await eventually(async () => expect(await tag()).not.toBe(before))
  expect((await app.get('/sitemap.xml', { 'if-none-match': before })).status).toBe(200)
  expect((await app.get('/sitemap.xml', { 'if-none-match': await tag() })).status).toBe(304)
})

test('a change purges the edge cache; a failed purge is repeated, and staff see it', async () => {
  let status = 200
  await using edge = await simulate(() => ({ status }))
  const url = `${edge.url.replace('//', '//:se%20greto@')}/purge`
  await using purged = await startApp({ data: 'demo', env: { EDGE_PURGE_URL: url } })
  const jobs = () =>
    purged.sql<{ seconds: number; attempts: number }[]>`
      select extract(epoch from run_at - created_at)::float8 as seconds, attempts from graphile_worker.jobs
      where task_identifier = 'purgeEdge'`
  const sendDue = async () => {
    await makeJobsDue(purged)
    await purged.drain()
  }
  // The start of a process purges the edge cache too, because data may have changed while no process ran.
  await eventually(async () => expect(await jobs()).toHaveLength(1))
  await sendDue()
  const { headers } = await purged.get(routePage)
  expect([headers.get('cache-control'), headers.get('x-accel-expires')]).toEqual([
    'public, max-age=0, s-maxage=600, stale-while-revalidate=2, stale-if-error=86400',
    '1',
  ])
  expect(edge.asked).toMatchObject([
    {
      method: 'POST',
      path: '/purge',
      headers: { authorization: 'Bearer se greto', 'surrogate-key': headers.get('surrogate-key') },
      body: { tags: ['site'] },
    },
  ])

  status = 503
  await setPrice(purged, 91)
  await eventually(async () => expect(await jobs()).toHaveLength(1))
  const [planned] = await jobs()
  expect(planned?.seconds).toBeGreaterThanOrEqual(6)
  expect(planned?.seconds).toBeLessThan(7)
  await sendDue()
  const staff = await purged.logIn()
  const tile = async () => {
    const { body } = await purged.get('/api/admin/system', staff)
    return body.tiles.find(({ name }: { name: string }) => name === 'Cache esterna')
  }
  expect(await tile()).toMatchObject({
    state: 'attenzione',
    text: expect.stringMatching(/Non svuotata: .* 127\.0\.0\.1:\d+: 503$/),
  })
  expect(JSON.stringify(await tile())).not.toContain('greto')

  status = 200
  await setPrice(purged, 92)
  await eventually(async () => expect(await jobs()).toContainEqual(expect.objectContaining({ attempts: 0 })))
  await sendDue()
  expect(await jobs()).toEqual([])
  expect(await tile()).toMatchObject({ state: 'ok' })
  expect(purged.lines.join()).not.toContain('greto')
})

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
if (!hasNginx) console.log('skipped: no nginx')

// With EDGE_PURGE_URL, the API allows edge caches to keep responses longer. nginx must ignore this longer time.
test.skipIf(!hasNginx).for<Record<string, string>>([{}, { EDGE_PURGE_URL: 'http://127.0.0.1:9/' }])(
  'through nginx a new price, maintenance and staff are seen, and a killed product goes on being read: %j',
  long,
  async (env) => {
    await using behind = await startApp({ data: 'demo', env })
    await using nginx = await startNginx({ apiPort: Number(new URL(behind.origin).port) })
    if (!nginx) throw new Error('nginx did not start')
    const get = async (path: string, headers = {}) => {
      const reply = await fetch(nginx.origin + path, { headers: { 'accept-encoding': 'br', ...headers } })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    }
    const shows = async (path: string, price: number) => (await get(path)).text.includes(`${price}`)
    const staff = await behind.logIn()
    for (const price of [213, 214]) {
      await setPrice(behind, price)
      await eventually(async () => {
        for (const path of [routePage, routeCall]) expect(await shows(path, price)).toBe(true)
      })
    }
    // After some seconds without visitors, the next visitor must not get the old copy while nginx renews it.
    const askedAt = Date.now()
    await setPrice(behind, 215)
    await eventually(() => expect(Date.now() - askedAt).toBeGreaterThan(4_000))
    expect(await shows(routePage, 215)).toBe(true)
    // nginx passes each request for the session of staff to the API, and never gives the response to somebody else.
    expect((await get('/api/admin/session', staff)).status).toBe(200)
    expect((await get('/api/admin/session')).status).toBe(401)
    const page = await get(routePage)
    // nginx sends it in place of the API, and with its own errors.
    for (const path of [routePage, '/metrics'])
      expect((await get(path)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
    expect(page.headers.get('x-request-id')).not.toBe((await get(routePage)).headers.get('x-request-id'))
    // The tag changes once, when the API has compressed the page again.
    await eventually(async () => {
      const tag = (await get(routePage)).headers.get('etag') ?? ''
      expect((await get(routePage, { 'if-none-match': tag })).status).toBe(304)
    })

    const setLive = (isLive: boolean) => behind.send('PUT', '/api/admin/site-settings', { isLive }, staff)
    await setLive(false)
    await eventually(async () => expect((await get(routePage)).status).toBe(503))
    expect((await get(routePage, staff)).status).toBe(200)
    await setLive(true)
    await eventually(async () => expect((await get(routePage)).status).toBe(200))

    const [, script = ''] = page.text.match(/src="(\/assets\/[^"]+\.js)"/) ?? []
    expect((await get(script)).status).toBe(200)
    await get(routeCall)
    const hash = 'a'.repeat(32)
    await behind.sql`insert into uploads (hash, webp, width, height, uploaded_by)
      values (${hash}, ${Buffer.from('a picture')}, 600, 400, 'anna')`
    const photo = `/media/${hash}.webp`
    expect([(await get(photo)).text, (await get('/media/missing.webp')).status]).toEqual(['a picture', 404])
    await behind.api.close()
    for (const path of [routePage, routeCall, script, photo])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect((await get('/api/admin/session', staff)).status).toBe(502)
  },
)

test('a build that changes the sitemap purges the edge cache, and a build that changes nothing does not', async () => {
  await using edge = await simulate(() => ({ status: 200 }))
  await using purged = await startApp({ data: 'demo', env: { EDGE_PURGE_URL: edge.url } })
  const staff = await purged.logIn()
  const purges = () => purged.sql`select id from graphile_worker.jobs where task_identifier = 'purgeEdge'`
  // The start of a process purges the edge cache too.
  await eventually(async () => expect(await purges()).toHaveLength(1))
  const purgesOfBuild = async () => {
    await purged.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`
    expect((await purged.post('/api/admin/sitemap/generate', {}, staff)).status).toBe(202)
    await purged.drain()
    return (await purges()).length
  }
  expect([await purgesOfBuild(), await purgesOfBuild()]).toEqual([1, 0])
})
