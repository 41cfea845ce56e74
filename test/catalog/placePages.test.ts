import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { axeProblems, hydrate, openBrowser } from '../browser.ts'
import { inFull } from '../length.ts'

const site = 'https://www.salento.example'
const page = '/destinazioni/gallipoli/'

const words = (count: number, of = 'parola') =>
  Array.from({ length: count }, (_, at) => `${of}${at}`).join(' ')

async function write(app: App, staff: Record<string, string>, name: string, changes: object) {
  const { body } = await app.get(`/api/admin/locations?search=${encodeURIComponent(name)}`, staff)
  const found = body.find((one: { name: string }) => one.name === name)
  const { body: row } = await app.get(`/api/admin/locations/${found.id}`, staff)
  return app.send('PUT', `/api/admin/locations/${found.id}`, { ...row, ...changes }, staff)
}

test('a place has a page with its texts, rides and map if it has a text, and none before', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  expect((await app.get(page)).status).toBe(404)
  expect((await app.get(route)).text).not.toContain('/destinazioni/')

  const longDescription = 'La **città bella**, su un’isola.\n\n## Il porto\n\nDi sera tornano le barche.'
  const saved = await write(app, staff, 'Gallipoli', {
    longDescription,
    touristInfo: 'Il castello <b>angioino</b>',
  })
  expect(saved.status).toBe(200)
  await eventually(async () => expect((await app.get(page)).status).toBe(200))
  const { text } = await app.get(page)
  for (const part of [
    '<h1',
    'Transfer per Gallipoli',
    '<strong>città bella</strong>',
    'Cosa vedere: Gallipoli',
    'Come arrivare a Gallipoli',
    `href="${route}"`,
    'href="tel:',
    `<link rel="canonical" href="${site}${page}"`,
    '"@type":"TouristDestination"',
  ])
    expect(text).toContain(part)
  // Staff write Markdown; HTML is not rendered.
  expect(text).not.toContain('<b>angioino')
  expect((await app.get(page.slice(0, -1))).headers.get('location')).toBe(page)
  // The route's page was cached before the place had a page; the new link proves that this response was dropped.
  await eventually(async () => expect((await app.get(route)).text).toContain(`href="${page}"`))
  await app.sql`update route_prices set is_active = false where 'Gallipoli' in (
    (select name from locations where id = departure_location_id),
    (select name from locations where id = destination_location_id))`
  await eventually(async () => expect((await app.get(page)).status).toBe(404))
})

test('a page of a place is in the sitemap from a hundred words on, unless another page has the same text', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const isListed = async () => (await app.get('/sitemap.xml')).text.includes(`${site}${page}`)
  await write(app, staff, 'Gallipoli', { longDescription: words(99) })
  await eventually(async () => expect((await app.get(page)).text).toContain('content="noindex'))
  expect(await isListed()).toBe(false)
  await write(app, staff, 'Gallipoli', { longDescription: words(60), touristInfo: words(60, 'altra') })
  await eventually(async () => expect(await isListed()).toBe(true))
  expect((await app.get(page)).text).not.toContain('content="noindex')
  await write(app, staff, 'Otranto', { longDescription: words(60), touristInfo: words(60, 'altra') })
  await eventually(async () => expect(await isListed()).toBe(false))
  expect((await app.get(page)).text).toContain('content="noindex')
})

test('the old address of a renamed place redirects to the new one in one step, and search engines are notified', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: true })
  await app.post('/api/admin/indexnow/key', {}, staff)
  await write(app, staff, 'Gallipoli', { longDescription: words(120) })
  await write(app, staff, 'Gallipoli', { name: 'Gallipoli Vecchia' })
  await write(app, staff, 'Gallipoli Vecchia', { name: 'Gallipoli Antica' })
  await app.drain()
  await eventually(async () => {
    for (const old of [page, '/destinazioni/gallipoli-vecchia/']) {
      const { status, headers } = await app.get(old)
      expect([old, status, headers.get('location')]).toEqual([old, 301, '/destinazioni/gallipoli-antica/'])
    }
  })
  expect((await app.get('/destinazioni/gallipoli-antica/')).status).toBe(200)
  const told = await app.sql<{ url: string }[]>`select distinct url from indexnow_changes`
  expect(
    told
      .map(({ url }) => new URL(url).pathname)
      .filter((one) => one.startsWith('/dest'))
      .toSorted(),
  ).toEqual(['/destinazioni/gallipoli-antica/', '/destinazioni/gallipoli-vecchia/', page])
  // Otranto has no page, so its new name causes no event.
  await write(app, staff, 'Otranto', { name: 'Otranto Centro' })
  expect(await app.sql`select 1 from outbox where type = 'catalog:placeChanged'`).toHaveLength(3)
})

test('search engines are notified of the page of a place that gets a position', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: true })
  await app.post('/api/admin/indexnow/key', {}, staff)
  await app.sql`
    update locations set long_description = ${words(120)}, latitude = null, longitude = null
    where name in ('Gallipoli', 'Otranto')`
  await app.sql`update locations set gazetteer_id = 'salento:' || id where latitude is not null`
  const [{ id }] = await app.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
  expect((await app.post(`/api/admin/locations/${id}/sync`, {}, staff)).status).toBe(200)
  // The job finds Gallipoli.
  expect((await app.post('/api/admin/locations/sync-all', {}, staff)).status).toBe(202)
  await app.drain()
  const told = await app.sql<{ url: string }[]>`select distinct url from indexnow_changes order by url`
  expect(told.map(({ url }) => new URL(url).pathname)).toEqual([page, '/destinazioni/otranto/'])
  await eventually(async () => expect((await app.get(page)).text).toContain('GeoCoordinates'))
})

test('the page of a place passes axe at every width, hydrates without changes, and opens the request form', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  await app.sql`
    update locations set long_description = ${`${words(40)}\n\n## Il porto\n\n${words(40, 'barca')}`},
      tourist_info = ${words(50, 'spiaggia')} where name = 'Gallipoli'`
  await eventually(async () => expect((await app.get(page)).status).toBe(200))
  for (const width of inFull([320], [320, 768, 1280])) {
    const tab = await browser.page({ baseURL: app.origin, viewport: { width, height: 900 } })
    await tab.goto(page)
    await hydrate(tab)
    expect(await axeProblems(tab)).toEqual([])
    await expect.poll(() => tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await tab.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
    await tab.getByRole('dialog', { name: 'Richiedi disponibilità' }).waitFor()
  }
  expect(browser.problems()).toEqual([])
})

test('problems of articles and places for search engines are listed page by page, without false alarms', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/page-checks')).status).toBe(401)
  const checks = async () => (await app.get('/api/admin/page-checks', staff)).body
  const before = await checks()
  expect(before.checked).toBe(6)
  const good = `${words(220)} [una tratta](/tratte/transfer-aeroporto-brindisi-gallipoli/)`
  await app.sql`
    insert into blog_posts (title, slug, summary, content, featured_image, is_published, published_at) values
      ('Piena di difetti', 'difetti', 'Corta', 'Poche parole, [morto](/blog/non-esiste/).', '/media/x.webp', true, now()),
      (${`Buona ${words(9)}`}, 'buona', ${words(20)}, ${`${good} [piena](/blog/difetti/)`}, null, true, now()),
      ('Bozza', 'bozza', '', '', null, false, null)`
  await app.sql`update locations set tourist_info = 'Il porto' where name = 'Gallipoli'`
  await eventually(async () => expect((await checks()).checked).toBe(9))
  const { items, ...list } = await checks()
  expect(list).toEqual({ page: 1, totalPages: 1, total: items.length, checked: 9 })
  const of = (path: string) => items.find((one: { path: string }) => one.path === path)?.defects
  expect(of('/blog/difetti/')).toEqual([
    'Descrizione per Google di 5 caratteri: meglio almeno 70',
    expect.stringMatching(/^Testo di \d parole/),
    'Immagine senza testo alternativo',
    'Nessun link a una tratta',
    'Il link /blog/non-esiste/ non porta a nulla',
  ])
  expect(of('/blog/buona/')).toEqual([
    expect.stringMatching(/^Titolo per Google di \d+ caratteri/),
    expect.stringMatching(/^Descrizione per Google di \d+ caratteri: se ne vedono 160/),
    'Nessun altro articolo porta qui',
  ])
  expect(of('/destinazioni/gallipoli/')).toHaveLength(1)
  expect(of('/blog/bozza/')).toBeUndefined()
})
