import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { long } from '../length.ts'

const app = await openApp({ data: 'demo' })

// Tests `/prezzi/`, `/tratte/` and the pages of single hubs below these paths, without running scripts.

const site = 'https://www.salento.example'

const main = (html: string) => html.match(/<main\b[\s\S]*<\/main>/)?.[0] ?? ''
const textOf = (html: string) =>
  main(html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
const routesIn = (html: string) =>
  [...main(html).matchAll(/href="\/tratte\/transfer-([^"?]*)\//g)].map(([, slug = '']) => slug)
const linkTo = (html: string, rel: 'next' | 'prev') =>
  html.match(new RegExp(`<a[^>]*rel="${rel}"[^>]*href="([^"]*)"`))?.[1]

async function addRoutes(app: App): Promise<void> {
  await app.sql`
    insert into locations (name, location_type)
    select 'Masseria ' || n || ' di Sopra', 'Attrazione' from generate_series(1, 3000) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, slug, distance_km,
      estimated_duration, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax, is_active)
    select 4, l.id, t.id, 'aeroporto-brindisi-masseria-' || l.id, 84, '1 h', 40, 110, 120, 110, 130, true
    from locations l, transfer_types t where l.name like 'Masseria % di Sopra' and t.name = 'Economy condiviso'`
}

test(
  'with 3,000 routes at one hub each page is small, has one address, and leads to all routes through plain links',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await addRoutes(app)
    const [{ count }] = await app.sql<[{ count: number }]>`
    select count(*)::int as count from route_prices where departure_location_id = 4 and is_active`
    await eventually(async () =>
      expect(textOf((await app.get('/prezzi/')).text)).toContain(
        `Tutte le ${count} destinazioni da Aeroporto Brindisi`,
      ),
    )
    const sitemap = (await app.get('/sitemap.xml')).text
    const titles = new Set<string>()
    for (const kind of ['prezzi', 'tratte']) {
      const first = `/${kind}/da-aeroporto-brindisi/`
      expect((await app.get(`/${kind}/`)).text).toContain(`href="${first}"`)
      const found: string[] = []
      let before: string | undefined
      let pages = 0
      for (let path: string | undefined = first; path; pages++) {
        const { status, text: html } = await app.get(path)
        expect([path, status]).toEqual([path, 200])
        expect(Buffer.byteLength(html)).toBeLessThanOrEqual(300_000)
        expect(gzipSync(html).length).toBeLessThanOrEqual(30_000)
        expect(html).toContain(`<link rel="canonical" href="${site}${path}"`)
        expect(html).not.toContain('noindex')
        expect(sitemap).toContain(`<loc>${site}${path}</loc>`)
        const title = html.match(/<title>(.*?)<\/title>/)?.[1] ?? ''
        const description = html.match(/<meta name="description" content="(.*?)"/)?.[1] ?? ''
        expect([title.length <= 60, description.length >= 70, description.length <= 160]).toEqual([
          true,
          true,
          true,
        ])
        titles.add(title)
        expect(linkTo(html, 'prev')).toBe(before)
        found.push(...routesIn(html))
        before = path
        path = linkTo(html, 'next')
      }
      expect([new Set(found).size, found.length]).toEqual([count, count])
      expect(pages).toBe(Math.ceil(count / 100))
      expect((await app.get(`${first}${pages + 1}/`)).status).toBe(404)
      const bare = await app.get(`${first}2`)
      expect([bare.status, bare.headers.get('location')]).toEqual([301, `${first}2/`])
    }
    expect(titles.size).toBe(2 * Math.ceil(count / 100))
  },
)

test('without a script a search finds the routes of all pages, keeps the choice, and is not indexed as a separate page', async () => {
  for (const [path, scope] of [
    ['/prezzi/', 3],
    ['/tratte/', 3],
    ['/tratte/da-stazione-lecce/', 1],
  ] as const) {
    const { text: form } = await app.get(`${path}?passeggeri=6`)
    expect(main(form)).toMatch(
      new RegExp(`<form [^>]*action="${path}"><input type="hidden" name="passeggeri" value="6"`),
    )
    const { status, text: html } = await app.get(`${path}?passeggeri=6&cerca=  OTRÀNTO `)
    expect(status).toBe(200)
    const found = routesIn(html)
    expect(found.length).toBeGreaterThanOrEqual(scope)
    expect(found.filter((slug) => !slug.includes('otranto'))).toEqual([])
    expect(main(html)).toContain('value="otranto"')
    expect(html).toMatch(/name="robots" content="noindex/)
    expect(html).toContain(`<link rel="canonical" href="${site}${path}"`)
    expect(main(html)).toContain('-otranto/?passeggeri=6"')
    // Six people need the van, so the list shows the van's price.
    expect(textOf(html)).toMatch(/Otranto (Più Richiesta )?\d+ €/)
  }
  const none = await app.get(`/prezzi/?cerca=${encodeURIComponent('<b>zzz</b>')}`)
  expect([none.status, routesIn(none.text)]).toEqual([200, []])
  expect(textOf(none.text)).toMatch(/Nessun prezzo per “b zzz b”/)
  expect((await app.get('/sitemap.xml')).text).not.toContain('cerca')
})

test('premium prices have columns of their own where a route has them, in bands and as totals of a party', async () => {
  expect(textOf((await app.get('/prezzi/')).text)).not.toContain('Premium')
  await app.sql`
    update route_prices set price_premium1to3_pax = 180, price_premium4to7_pax = 220
    where slug = 'aeroporto-brindisi-gallipoli'`
  await eventually(async () => {
    const text = textOf((await app.get('/prezzi/')).text)
    expect(text).toMatch(/Gallipoli 110 € 130 € 40 € 110 € 120 € 180 € 220 € 84 km/)
    expect(text).toMatch(/Otranto 115 € 135 € 42 € 115 € 125 € — — 93 km/)
  })
  const totals = textOf((await app.get('/prezzi/?passeggeri=4&bagagli=4')).text)
  expect(totals).toMatch(/Gallipoli 130 € 110 € 220 € 84 km/)
  expect(totals).toMatch(/Otranto 135 € 115 € — 93 km/)
})

test('routes that are kept out of search engines add no page of a list to them', async () => {
  const robots = async (path: string) =>
    (await app.get(path)).text.includes('name="robots" content="noindex"')
  expect([
    await robots('/prezzi/da-aeroporto-brindisi/'),
    await robots('/prezzi/da-aeroporto-brindisi/2/'),
  ]).toEqual([false, false])
  await app.sql`
    update route_prices set indexing = 'gate', long_description = null
    where departure_location_id = 4 and id not in (
      select id from route_prices where departure_location_id = 4 and is_active order by id limit 90)`
  await eventually(async () => expect(await robots('/prezzi/da-aeroporto-brindisi/2/')).toBe(true))
  expect(await robots('/prezzi/da-aeroporto-brindisi/')).toBe(false)
  const sitemap = (await app.get('/sitemap.xml')).text
  expect(sitemap).toContain('/prezzi/da-aeroporto-brindisi/</loc>')
  expect(sitemap).not.toContain('da-aeroporto-brindisi/2/')
})

test('a hub whose routes all fit on the overview has no separate page', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    delete from route_prices where departure_location_id = 10 and id not in (
      select id from route_prices where departure_location_id = 10 order by id limit 10)`
  await eventually(async () => {
    const { status, headers } = await app.get('/prezzi/da-aeroporto-bari/')
    expect([status, headers.get('location')]).toEqual([301, '/prezzi/'])
  })
  const { text: html } = await app.get('/tratte/')
  expect(html).not.toContain('/tratte/da-aeroporto-bari/')
  expect((await app.get('/sitemap.xml')).text).not.toContain('da-aeroporto-bari')
  expect((await app.get('/prezzi/da-altrove/')).status).toBe(404)
})
