import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { long } from '../length.ts'

const app = await openApp({ data: 'demo' })

const origin = 'https://www.salento.example'
type Headers = Record<string, string>

/** Generates main routes to Gallipoli and Otranto. */
async function generated(app: App, staff: Headers, more: object = {}): Promise<void> {
  await app.sql`delete from route_prices where slug ~ 'gallipoli|otranto'`
  const others = await app.sql`select id from locations where name not in ('Gallipoli', 'Otranto')`
  const excludeLocationIds = others.map(({ id }) => id)
  await app.post('/api/admin/bulk-routes', { hub: 4, delayMs: 0, excludeLocationIds, ...more }, staff)
  await app.drain()
}

async function routeOf(app: App, staff: Headers, slug: string) {
  const [row] = await app.sql<[{ id: number }]>`select id from route_prices where slug = ${slug}`
  return (await app.get(`/api/admin/route-prices/${row.id}`, staff)).body
}

async function save(app: App, staff: Headers, slug: string, changes: object) {
  const route = await routeOf(app, staff, slug)
  const reply = await app.send('PUT', `/api/admin/route-prices/${route.id}`, { ...route, ...changes }, staff)
  expect(reply.status).toBe(200)
  await app.drain()
  return routeOf(app, staff, slug)
}

async function isIndexable(app: App, slug: string): Promise<{ page: boolean; sitemap: boolean }> {
  const address = `/tratte/transfer-${slug}/`
  const page = await app.get(address)
  expect(page.status).toBe(200)
  return {
    page: !/<meta name="robots" content="noindex"/.test(page.text),
    sitemap: (await sitemapOf(app)).includes(origin + address),
  }
}

async function sitemapOf(app: App): Promise<string[]> {
  return (await app.get('/api/sitemap')).body.map(({ url }: { url: string }) => url)
}

/** Returns a text that shares no word with the text of another seed. */
const textOf = (seed: string, words: number) =>
  Array.from({ length: words }, (_, index) => `${seed}${(index * 7919) % 1009}`).join(' ')

const inside = { page: true, sitemap: true }
const outside = { page: false, sitemap: false }

test(
  'a run of the generator adds no indexable address: every new page has noindex and is in no sitemap',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn()
    const before = await app.sql`select slug from route_prices`
    const earlier = await sitemapOf(app)
    // Generates routes to only forty places, because checking the routes to all places would take much longer.
    const others = await app.sql`
    select id from locations order by exists (select from route_prices where departure_location_id = 4
      and destination_location_id = locations.id) or id = 4, id offset 40`
    await app.post(
      '/api/admin/bulk-routes',
      { hub: 4, delayMs: 0, withCorrelated: true, excludeLocationIds: others.map(({ id }) => id) },
      staff,
    )
    await app.drain()
    const known = new Set(before.map(({ slug }) => slug))
    const made = (await app.sql`select slug from route_prices`).filter(({ slug }) => !known.has(slug))
    expect(made.length).toBeGreaterThan(150)
    const open: string[] = []
    for (const { slug } of made) {
      const page = () => app.get(`/tratte/transfer-${slug}/`)
      await expect.poll(async () => (await page()).status).toBe(200)
      const { text } = await page()
      if (!text.includes('<meta name="robots" content="noindex"')) open.push(slug)
    }
    expect(open).toEqual([])
    expect((await sitemapOf(app)).sort()).toEqual(earlier.sort())
    const old = await app.get('/tratte/transfer-aeroporto-brindisi-lecce/')
    expect(old.text).not.toContain('content="noindex"')
    const important =
      await app.sql`select count(*) from route_prices where is_main_route and indexing = 'allowed'`
    expect(Number(important[0]?.count)).toBe(24)
  },
)

test('a page passes the index gate with its own texts, a verified distance and prices, and lists what is missing until then', async () => {
  const staff = await app.logIn()
  await generated(app, staff)
  const slug = 'aeroporto-brindisi-gallipoli'
  const fresh = await routeOf(app, staff, slug)
  expect(fresh).toMatchObject({
    indexing: 'gate',
    isIndexed: false,
    gateReasons: null,
    distanceSource: 'stima',
  })
  const noPrice = await save(app, staff, slug, { price4to8Pax: '' })
  // Staff who save the form have seen the distance in it, so the distance counts as verified.
  expect(noPrice).toMatchObject({
    isIndexed: false,
    gateReasons: ['text', 'prices'],
    distanceSource: 'ufficio',
  })
  const short = await save(app, staff, slug, { price4to8Pax: 130, longDescription: textOf('mare', 99) })
  expect(short.gateReasons).toEqual(['text'])
  await expect.poll(() => isIndexable(app, slug)).toEqual(outside)
  const ready = await save(app, staff, slug, { longDescription: textOf('mare', 100) })
  expect(ready).toMatchObject({ indexing: 'gate', isIndexed: true, gateReasons: [] })
  await expect.poll(() => isIndexable(app, slug)).toEqual(inside)
  const undone = await save(app, staff, slug, { longDescription: '', distanceKm: '' })
  expect(undone).toMatchObject({ isIndexed: false, gateReasons: ['text', 'distance'] })
  await expect.poll(() => isIndexable(app, slug)).toEqual(outside)
})

test('two pages with nearly the same text do not pass the index gate until one is rewritten', async () => {
  const staff = await app.logIn()
  await generated(app, staff)
  const [one, other] = ['aeroporto-brindisi-gallipoli', 'aeroporto-brindisi-otranto'] as const
  const text = textOf('sole', 120)
  expect(await save(app, staff, one, { longDescription: text })).toMatchObject({ isIndexed: true })
  await save(app, staff, other, { longDescription: `${text} e poco altro` })
  for (const slug of [one, other])
    expect(await routeOf(app, staff, slug)).toMatchObject({ isIndexed: false, gateReasons: ['duplicate'] })
  await save(app, staff, other, { longDescription: textOf('luna', 120) })
  for (const slug of [one, other])
    expect(await routeOf(app, staff, slug)).toMatchObject({ isIndexed: true, gateReasons: [] })
})

test('the related routes of a refused page are refused too; a return with the same text does not refuse the page', async () => {
  const staff = await app.logIn()
  await generated(app, staff, { withCorrelated: true })
  const rows = await app.sql`select slug, indexing from route_prices where slug ~ 'gallipoli'`
  expect(rows).toHaveLength(6)
  expect(new Set(rows.map(({ indexing }) => indexing))).toEqual(new Set(['gate']))
  const main = await save(app, staff, 'aeroporto-brindisi-gallipoli', {
    longDescription: textOf('duna', 120),
  })
  expect(main).toMatchObject({ isIndexed: true, gateReasons: [] })
  const back = await routeOf(app, staff, 'gallipoli-aeroporto-brindisi')
  expect(back).toMatchObject({ isIndexed: false, gateReasons: ['duplicate'] })
  expect(back.longDescription).toBe(main.longDescription)
})

test('staff admit a page and withdraw it, the log records both, and a filter finds refused pages', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  await generated(app, staff)
  const slug = 'aeroporto-brindisi-gallipoli'
  const { id, updatedAt } = await routeOf(app, staff, slug)
  const turn = (indexing: string, headers = staff) =>
    app.send('PUT', `/api/admin/route-prices/${id}/indexing`, { indexing }, headers)
  const out = await app.get('/api/admin/route-prices?indexed=false&page=1', staff)
  expect(out.body.items.map((one: { slug: string }) => one.slug).sort()).toEqual([
    slug,
    'aeroporto-brindisi-otranto',
  ])
  expect((await turn('sempre')).status).toBe(422)
  expect((await turn('allowed', {})).status).toBe(401)
  await expect.poll(() => isIndexable(app, slug)).toEqual(outside)
  // Turning the switch keeps `updatedAt`, so that staff can still save a form that was open before.
  expect((await turn('allowed')).body).toMatchObject({ indexing: 'allowed', isIndexed: true, updatedAt })
  await expect.poll(() => isIndexable(app, slug)).toEqual(inside)
  const [entry] = await app.sql`
    select before->>'indexing' as before, after->>'indexing' as after from audit_log
    where subject = ${`route_prices/${id}`} order by id desc limit 1`
  expect(entry).toEqual({ before: 'gate', after: 'allowed' })
  expect((await turn('gate')).body).toMatchObject({ indexing: 'gate', isIndexed: false })
  await app.drain()
  expect(await routeOf(app, staff, slug)).toMatchObject({ gateReasons: ['text', 'distance'] })
  await expect.poll(() => isIndexable(app, slug)).toEqual(outside)
  const gone = await app.send(
    'PUT',
    '/api/admin/route-prices/999999/indexing',
    { indexing: 'allowed' },
    staff,
  )
  expect(gone.status).toBe(404)
})
