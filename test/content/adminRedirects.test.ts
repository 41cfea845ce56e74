import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emit } from '../../src/kernel/outbox.ts'
import { routeDeleted, routeMoved } from '../../src/modules/catalog/routes/contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'

const app = await openApp({ data: 'demo' })

const things = '/api/admin/redirects'

async function at(app: App, path: string) {
  const { status, headers } = await app.get(path)
  return [status, headers.get('location')]
}

/** Waits for the expected response, because read models reload after a write. */
async function leads(app: App, path: string, answer: [number, string | null]) {
  await eventually(async () => expect(await at(app, path)).toEqual(answer))
}

test('a redirect works within seconds, with and without the final slash, and keeps the query', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const made = await app.post(things, { fromPath: '/vecchia-pagina', toPath: '/prezzi/' }, staff)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ fromPath: '/vecchia-pagina/', toPath: '/prezzi/', statusCode: 301 })
  await leads(app, '/vecchia-pagina/?utm=x', [301, '/prezzi/?utm=x'])
  await leads(app, '/vecchia-pagina', [301, '/prezzi/'])
  const list = await app.get(`${things}?search=vecchia-pagina`, staff)
  expect(list.body).toMatchObject({ page: 1, totalPages: 1, total: 1 })
  expect((await app.get(`${things}/${made.body.id}`, staff)).body.fromPath).toBe('/vecchia-pagina/')
  expect((await app.get(`${things}/99999`, staff)).status).toBe(404)
  expect((await app.send('DELETE', `${things}/${made.body.id}`, undefined, staff)).status).toBe(204)
  await leads(app, '/vecchia-pagina/', [404, null])
  const log = await app.sql`
    select action from audit_log where subject = ${`redirects/${made.body.id}`} order by id`
  expect(log.map(({ action }) => action)).toEqual(['content:redirectCreated', 'content:redirectDeleted'])
})

test('after two renames an old path is one hop from the newest, and a circle is refused', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const redirect = (fromPath: string, toPath: string | null, statusCode = 301) =>
    app.post(things, { fromPath, toPath, statusCode }, staff)
  await redirect('/a/', '/b/')
  await redirect('/b/', '/c/')
  expect((await app.get(`${things}?sort=fromPath`, staff)).body.items).toMatchObject([
    { fromPath: '/a/', toPath: '/c/' },
    { fromPath: '/b/', toPath: '/c/' },
  ])
  expect((await redirect('/z/', '/a/')).body.toPath).toBe('/c/')
  expect((await redirect('/c/', '/a/')).status).toBe(409)
  expect((await redirect('/d/', '/d/')).status).toBe(409)
  expect((await redirect('/a/', '/e/')).status).toBe(409)
  await redirect('/c/', null, 410)
  expect((await app.get(`${things}?sort=fromPath`, staff)).body.items).toMatchObject([
    { fromPath: '/a/', statusCode: 410 },
    { fromPath: '/b/', statusCode: 410 },
    { fromPath: '/c/', statusCode: 410 },
    { fromPath: '/z/', statusCode: 410 },
  ])
})

test('a redirect from an existing page, to another site or without a target is refused and changes nothing', async () => {
  const staff = await app.logIn()
  const redirects = () => app.sql`select id from redirects order by id`
  const before = await redirects()
  const status = async (form: object) => (await app.post(things, form, staff)).status
  expect(await status({ fromPath: '/prezzi/', toPath: '/tratte/' })).toBe(409)
  expect(await status({ fromPath: '/x/', toPath: 'https://evil.example/' })).toBe(422)
  expect(await status({ fromPath: '/x/', toPath: '//evil.example/' })).toBe(422)
  expect(await status({ fromPath: '/x/', toPath: '' })).toBe(422)
  expect(await status({ fromPath: '/x/', toPath: '/y/', statusCode: 410 })).toBe(422)
  expect(await status({ fromPath: '/x/', toPath: '/y/', statusCode: 302 })).toBe(422)
  expect(await status({ fromPath: '/admin/utenti/', toPath: '/y/' })).toBe(422)
  expect(await status({ toPath: '/y/' })).toBe(422)
  expect(await redirects()).toEqual(before)
  expect((await app.post(things, { fromPath: '/x/', toPath: '/prezzi/' })).status).toBe(401)
})

const leadingAway = [
  '/%2fevil.example/',
  '/%2Fevil.example/',
  '/%5cevil.example/',
  '/\\evil.example/',
  '/..//evil.example/',
  '/%2e%2e//evil.example/',
  '/.//evil.example/',
  '/\t/evil.example/',
  '/a/%2e%2e%2f%2e%2e%2f%2fevil.example/',
  '//evil.example/',
  'https://www.salento.example//evil.example/',
  'https://www.salento.example@evil.example/',
]

/** A visitor can ask for these, but no page and no target can be there. */
const onlyAsked = [
  '/%09/evil.example/',
  '/%0d%0aX:1/',
  '/%0aX:1/',
  '/%00/',
  '/%7f/',
  '/%c2%85/',
  '/%zz/',
  '/perch%E9/',
]

test('a path that a browser would resolve to another site is rejected with an error at its field and not stored', async () => {
  const staff = await app.logIn()
  const redirects = () => app.sql`select id from redirects order by id`
  const before = await redirects()
  for (const address of leadingAway)
    for (const [field, form] of Object.entries({
      fromPath: { fromPath: address, toPath: '/prezzi/' },
      toPath: { fromPath: '/x/', toPath: address },
    })) {
      const { status, body } = await app.post(things, form, staff)
      expect([address, status, body.errors?.[0]?.path]).toEqual([address, 422, field])
    }
  for (const toPath of onlyAsked) {
    const { status, body } = await app.post(things, { fromPath: '/x/', toPath }, staff)
    expect([toPath, status, body.errors?.[0]?.path]).toEqual([toPath, 422, 'toPath'])
  }
  expect(await redirects()).toEqual(before)
})

test('paths with non-ASCII letters work in every notation, are stored encoded and counted once', async () => {
  const staff = await app.logIn()
  const [city, price] = ['/citt%C3%A0%E2%80%93vecchia/', '/prezzo-%E2%82%AC/']
  const made = await app.post(things, { fromPath: '/città–vecchia', toPath: '/prezzo-€/' }, staff)
  expect(made.body).toMatchObject({ fromPath: city, toPath: price, offReason: null })
  expect((await app.post(things, { fromPath: '/c%69tt%c3%a0–vecchia/', toPath: '/x/' }, staff)).status).toBe(
    409,
  )
  for (const path of [city, '/c%69tt%c3%a0%e2%80%93vecchia', '/città–vecchia/'])
    await leads(app, path, [301, price])
  await leads(app, `${city}?q=città&utm=a%20b`, [301, `${price}?q=citt%C3%A0&utm=a%20b`])
  expect((await app.get(`${things}?search=città`, staff)).body.total).toBe(1)
  await app.get(price)
  await eventually(async () => {
    const { body } = await app.get(`/api/admin/not-found?search=€`, staff)
    expect(body.items).toMatchObject([{ path: price }])
  })
  const [hits] = await eventually(async () => {
    const rows = await app.sql`
      select hits from redirects where id = ${made.body.id} and hits > 0`
    expect(rows).toHaveLength(1)
    return rows
  })
  expect(hits?.hits).toBeGreaterThanOrEqual(4)
  await app.post(things, { fromPath: price, toPath: '/prezzi-nuovi/' }, staff)
  expect((await app.get('/api/admin/not-found?search=€', staff)).body.items).toEqual([])
  await leads(app, city, [301, '/prezzi-nuovi/'])
})

test('stored redirects that leave the site are switched off and shown with the reason; the others are encoded', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const stored = [
    ['/a/', '//evil.example/'],
    ['/b/', '/\\evil.example/'],
    ['/c/', '/..//evil.example/'],
    ['/d/', '/\t/evil.example/'],
    ['/e/', '/\r\nX:1/'],
    ['//f/', '/prezzi/'],
    ['/vecchia-€/', '/città–vecchia?/'],
    ['/50%/', '/prezzi/'],
  ]
  for (const [from = '', to = ''] of stored)
    await app.sql`insert into redirects (from_path, to_path) values (${from}, ${to})`
  await app.sql`insert into not_found (path) values ('/sparita-€/')`
  await app.sql`insert into contact_taps (day, kind, path) values (now(), 'call', '//2130706433/')`
  await app.sql.unsafe(readFileSync('sql/033_site_paths.sql', 'utf8'))
  await leads(app, '/vecchia-€/', [301, '/citt%C3%A0%E2%80%93vecchia%3F/'])
  await leads(app, '/50%25/', [301, '/prezzi/'])
  for (const path of ['/a/', '/b/', '/c/', '/d/', '/e/']) expect(await at(app, path)).toEqual([404, null])
  const { body } = await app.get(`${things}?off=true&sort=fromPath`, staff)
  expect(body.totalOff).toBe(6)
  expect(body.items.map(({ fromPath, offReason }: Record<string, string>) => [fromPath, offReason])).toEqual([
    ['//f/', 'l’indirizzo vecchio non è una pagina di questo sito'],
    ...['/a/', '/b/', '/c/', '/d/', '/e/'].map((path) => [
      path,
      'l’indirizzo nuovo porta fuori da questo sito oppure non è valido',
    ]),
  ])
  expect((await app.get(things, staff)).body).toMatchObject({ total: 8, totalOff: 6 })
  // A new redirect to `/a/`, which is the path of a disabled redirect, keeps `/a/` as its target.
  expect((await app.post(things, { fromPath: '/g/', toPath: '/a/' }, staff)).body.toPath).toBe('/a/')
  const { body: off } = await app.get(`${things}/${body.items[1].id}`, staff)
  const mended = await app.send('PUT', `${things}/${off.id}`, { ...off, toPath: '/prezzi/' }, staff)
  expect(mended.body).toMatchObject({ toPath: '/prezzi/', offReason: null })
  await leads(app, '/a/', [301, '/prezzi/'])
  expect(await app.sql`select path from not_found where path like '/sparita%'`).toEqual([
    { path: '/sparita-%E2%82%AC/' },
  ])
  expect(await app.sql`select path from contact_taps`).toEqual([])
})

test('a redirect that somebody else saved meanwhile is not overwritten', async () => {
  const staff = await app.logIn()
  const { body } = await app.post(things, { fromPath: '/contesa/', toPath: '/b/' }, staff)
  const put = (form: object) => app.send('PUT', `${things}/${body.id}`, { ...body, ...form }, staff)
  expect((await put({ toPath: '/c/' })).body.toPath).toBe('/c/')
  expect((await put({ toPath: '/d/' })).status).toBe(409)
  expect((await app.get(`${things}/${body.id}`, staff)).body.toPath).toBe('/c/')
})

test('a moved route redirects with a single 301 and a deleted route responds with 410, in any order of the events', async () => {
  const [route] = await app.sql`select id, slug from route_prices where is_active order by id limit 1`
  const routeId = route?.id
  const old = route?.slug
  await app.sql`update route_prices set slug = 'terza' where id = ${routeId}`
  await app.sql.begin((tx) =>
    emit(tx as never, routeMoved, { routeId, fromSlug: 'seconda', toSlug: 'terza' }),
  )
  await app.drain()
  await app.sql.begin((tx) => emit(tx as never, routeMoved, { routeId, fromSlug: old, toSlug: 'seconda' }))
  await app.drain()
  await leads(app, `/tratte/transfer-${old}/`, [301, '/tratte/transfer-terza/'])
  await leads(app, `/transfer-${old}`, [301, '/tratte/transfer-terza/'])
  await leads(app, '/tratte/transfer-seconda/', [301, '/tratte/transfer-terza/'])
  await app.sql`update route_prices set slug = 'quarta' where id = ${routeId}`
  await app.sql.begin((tx) => emit(tx as never, routeMoved, { routeId, fromSlug: 'terza', toSlug: 'quarta' }))
  await app.drain()
  for (const one of [old, 'seconda', 'terza'])
    await leads(app, `/tratte/transfer-${one}/`, [301, '/tratte/transfer-quarta/'])
  await app.sql`delete from route_prices where id = ${routeId}`
  await app.sql.begin((tx) => emit(tx as never, routeDeleted, { routeId, slug: 'quarta' }))
  await app.drain()
  for (const one of [old, 'seconda', 'terza', 'quarta'])
    await leads(app, `/tratte/transfer-${one}/`, [410, null])
  expect((await app.get('/tratte/transfer-quarta/')).text).toContain('non')
})

test('visits to old and unknown paths are counted with the referring site, probes of robots are not', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.post(things, { fromPath: '/a/', toPath: '/b/' }, staff)
  await leads(app, '/a/', [301, '/b/'])
  await app.get('/pagina-sparita/', { referer: 'https://blog.example/post?token=1' })
  await app.get('/pagina-sparita', { referer: 'https://www.salento.example/' })
  await app.get('/wp-login.php')
  await app.get('/%00/')
  const list = await eventually(async () => {
    const { body } = await app.get('/api/admin/not-found', staff)
    expect(body.items).toMatchObject([{ path: '/pagina-sparita/', hits: 2, referrerHost: 'blog.example' }])
    return body
  })
  expect((await app.get(things, staff)).body.items[0].hits).toBeGreaterThan(0)
  expect(
    (await app.send('DELETE', `/api/admin/not-found/${list.items[0].id}`, undefined, staff)).status,
  ).toBe(204)
  expect((await app.get('/api/admin/not-found', staff)).body.items).toEqual([])
  expect((await app.send('DELETE', '/api/admin/not-found/999', undefined, staff)).status).toBe(404)
})

test('an unknown path leaves the list when staff redirect it', async () => {
  const staff = await app.logIn()
  await app.get('/persa/')
  await eventually(async () =>
    expect((await app.get('/api/admin/not-found?search=persa', staff)).body.items).toHaveLength(1),
  )
  await app.post(things, { fromPath: '/persa/', toPath: '/' }, staff)
  expect((await app.get('/api/admin/not-found?search=persa', staff)).body.items).toEqual([])
})

test('invented addresses neither block nor displace those that several visitors miss', long, async () => {
  await using app = await startApp()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  // One network has filled the list with invented paths.
  await app.sql`
    insert into not_found (path, hits, asked_from) select '/x' || n || '/', 9, 1 from generate_series(1, 2000) n`
  await app.get('/vecchia-guida/', from('198.51.100.1'))
  await app.get('/vecchia-guida/', from('198.51.100.2'))
  await app.get('/vecchia-guida/', from('198.51.100.3'))
  const known = (path: string) =>
    app.sql`select hits, bit_count(asked_from::bit(32)) as n from not_found where path = ${path}`
  await eventually(async () => expect(await known('/vecchia-guida/')).toMatchObject([{ hits: 3 }]))
  const [row] = await known('/vecchia-guida/')
  expect(Number(row?.n)).toBeGreaterThan(1)
  // One network can add at most twenty invented paths in an hour.
  for (let n = 0; n < 100; n += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => app.get(`/flood-${n + i}/`, from(`2001:db8:1:1::${n + i + 1}`))),
    )
  const flooded = () =>
    app.sql<[{ n: number }]>`select count(*) as n from not_found where path like '/flood-%'`
  await eventually(async () => expect(await flooded()).toEqual([{ n: 20 }]))
  await app.get('/dopo/')
  await eventually(async () => expect(await known('/dopo/')).toHaveLength(1))
  expect(await flooded()).toEqual([{ n: 20 }])
  expect(await known('/vecchia-guida/')).toHaveLength(1)
  expect(await app.sql`select count(*) as n from not_found`).toEqual([{ n: 2_000 }])
})

test('a path with a key that its page does not find is not listed, because the key opens another page', async () => {
  await using app = await startApp()
  const { statusPath } = await given.lead(app, 'booking')
  const [, , token = ''] = statusPath.split('/')
  const feed = await app.post('/api/admin/calendar-feed', {}, await app.logIn())
  const calendar = new URL(feed.body.url).pathname
  for (const path of [
    ...[`/Richiesta/${token}/`, `/RICHIESTA/${token}`, `/en/Request/${token}/`, `/richieste/${token}/`],
    ...[calendar.replace('/c', '/C'), calendar.replace('.ics', '/'), '/ultima/'],
  ])
    await app.get(path)
  const paths = async () =>
    (await app.sql<{ path: string }[]>`select path from not_found`).map(({ path }) => path)
  await eventually(async () => expect(await paths()).toContain('/ultima/'))
  expect(await paths()).toEqual(['/ultima/'])
})

test('a path that staff removed from the full list does not return', async () => {
  await using app = await startApp()
  await app.sql`insert into not_found (path, dismissed_at) values ('/tolta/', now())`
  await app.sql`
    insert into not_found (path, asked_from) select '/x' || n || '/', 3 from generate_series(1, 2000) n`
  await app.get('/nuova/')
  await app.get('/tolta/')
  await eventually(async () =>
    expect(await app.sql`select hits from not_found where path = '/tolta/'`).toEqual([{ hits: 1 }]),
  )
  const { body } = await app.get('/api/admin/not-found?search=tolta', await app.logIn())
  expect(body.items).toEqual([])
})
