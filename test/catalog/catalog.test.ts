import { expect, test } from 'vitest'
import { eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'

/** The app of the tests for which the demand, the prices and the routes of the others do not matter. The API counts searches. */
const shared = await openApp({ data: 'demo' })

test('the autocomplete returns up to ten places with their type, from three characters on', async () => {
  expect((await shared.get('/api/locations/search?q=br')).body).toEqual([])
  expect((await shared.get('/api/locations/search?q=bds')).body).toEqual([
    { id: 4, name: 'Aeroporto Brindisi', cap: '72100', type: 'aeroporto', isHub: true, isAddress: false },
  ])
  const { body } = await shared.get('/api/locations/search?q=lecce&exclude=482')
  expect(body[0]).toMatchObject({ name: 'Lecce', type: 'other' })
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(482)
})

test('an empty field gets the hubs by demand, or the most wanted counterparts of the other field', async () => {
  await using app = await startApp({ data: 'demo' })
  const suggested = async (query = '') =>
    (await app.get(`/api/locations/search${query}`)).body as { id: number; name: string; type: string }[]
  const hubs = await suggested()
  expect(hubs).toHaveLength(10)
  expect(
    hubs
      .slice(0, 3)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...['Aeroporto Bari', 'Aeroporto Brindisi', 'Stazione Lecce']])
  expect(hubs.filter(({ type }) => type === 'other')).toEqual([])
  expect(await suggested('?q=%20')).toEqual(hubs)
  // While nobody has searched for a route, the bundled ranks of the routes decide the order of the places.
  const [popular] = (await app.get('/api/routes/popular')).body
  expect((await suggested('?exclude=4'))[0]?.name).toBe(popular.destination)
  await app.sql`update route_prices set ricerche = 9 where slug = 'aeroporto-brindisi-otranto'`
  await app.sql`update route_prices set ricerche = 5 where slug = 'aeroporto-brindisi-castro'`
  await eventually(async () => {
    const wanted = await suggested('?exclude=4')
    expect(wanted.slice(0, 2).map(({ name }) => name)).toEqual(['Otranto', 'Castro'])
    expect([wanted.length, wanted.some(({ id }) => id === 4)]).toEqual([10, false])
  })
  const [otranto] = (await app.get('/api/locations/search?q=otranto')).body
  const fromThere = await suggested(`?exclude=${otranto.id}`)
  expect(fromThere[0]?.name).toBe('Aeroporto Brindisi')
  expect(fromThere.map(({ id }) => id)).not.toContain(otranto.id)
  expect((await suggested('?exclude=999999')).length).toBe(10)
})

test('a search for a whole name answers no route of another place', async () => {
  const found = async (departure: string, destination: string) => {
    const query = new URLSearchParams({ departure, destination })
    return (await shared.get(`/api/routes/search?${query}`)).body.map(({ name }: { name: string }) => name)
  }
  expect(await found('Porto di Brindisi', 'Lecce')).not.toContain('Aeroporto Brindisi → Lecce')
  for (const name of await found('porto brindisi', 'gallipoli'))
    expect(name).toBe('Porto di Brindisi → Gallipoli')
  expect(await found('Brindisi', 'Otranto')).toEqual([])
  expect(await found('brindisi aeroporto', 'OTRANTO')).toEqual(['Aeroporto Brindisi → Otranto'])
})

test('a pair of places is found by id and by name, the exact pair first, with the list entry of the contract', async () => {
  const [place] = (await shared.get('/api/locations/search?q=gallipoli')).body
  expect((await shared.get(`/api/routes/check?departure=4&destination=${place.id}`)).body).toEqual({
    exists: true,
  })
  expect((await shared.get(`/api/routes/check?departure=${place.id}&destination=4`)).body).toEqual({
    exists: false,
  })
  const { body } = await shared.get('/api/routes/search?departure=aeroporto%20BRINDISI&destination=galipoli')
  expect(body).toEqual([
    {
      id: expect.any(Number),
      name: 'Aeroporto Brindisi → Gallipoli',
      slug: 'aeroporto-brindisi-gallipoli',
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      duration: '1 h',
      distance: 84,
      price: '40',
      unit: 'persona',
      isMainRoute: true,
      isMostAsked: false,
      canonicalUrl: 'https://www.salento.example/tratte/transfer-aeroporto-brindisi-gallipoli/',
      description: expect.stringMatching(/Gallipoli/),
    },
  ])
  expect((await shared.get('/api/routes/search?departure=Lecce&destination=Roma')).body).toEqual([])
  expect((await shared.get('/api/routes/search?departure=Lecce')).status).toBe(422)
})

test('a route is found with and without "transfer-"; an inactive or unknown one is not', async () => {
  const { body } = await shared.get('/api/transfer-routes/transfer-aeroporto-bari-lecce')
  const [stored] = await shared.sql`
    select distance_km, estimated_duration from route_prices where slug = 'aeroporto-bari-lecce'`
  expect(stored?.estimatedDuration).toMatch(/\d h/)
  expect(body).toMatchObject({
    slug: 'aeroporto-bari-lecce',
    priceMin2Pax: null,
    price1to3Pax: '175',
    ...stored,
  })
  expect((await shared.get('/api/transfer-routes/aeroporto-bari-lecce')).body).toEqual(body)
  expect((await shared.get('/api/transfer-routes/aeroporto-brindisi-erchie')).status).toBe(404)
  expect((await shared.get('/api/routes/aeroporto-brindisi-gallipoli')).status).toBe(404)
  const meta = await shared.get('/api/transfer-routes/transfer-aeroporto-bari-lecce/meta')
  expect(Object.keys(meta.body)).toEqual(['title', 'description', 'canonical', 'ogTitle', 'ogDescription'])
  const { text: html } = await shared.get('/tratte/transfer-aeroporto-bari-lecce/')
  expect(html).toContain(`<title>${meta.body.title}</title>`)
  expect(html).toContain(`<link rel="canonical" href="${meta.body.canonical}"`)
})

test('shared rides are listed from Brindisi airport and Lecce station only, private ones from Bari too', async () => {
  await using app = await startApp({ data: 'demo' })
  // Prices of shared rides are stored for Bari too.
  await app.sql`
    update route_prices set price_min2_pax = 20, price3to4_pax = 60, price5to7_pax = 90
    where slug like 'aeroporto-bari-%'`
  await app.settle()
  const { body } = await app.get('/api/routes/pricing-table')
  const departures = (type: string) =>
    [
      ...new Set(
        body
          .filter((row: { transferType: string }) => row.transferType === type)
          .map((row: { departure: string }) => row.departure),
      ),
    ].sort()
  expect(departures('Economy condiviso')).toEqual(['Aeroporto Brindisi', 'Stazione Lecce'])
  expect(departures('Privato')).toEqual(['Aeroporto Bari', 'Aeroporto Brindisi', 'Stazione Lecce'])
  for (const row of body)
    if (row.transferType === 'Privato')
      expect(row).toMatchObject({ priceMin2Pax: null, price3to4Pax: null, price5to7Pax: null })
    else expect(row).toMatchObject({ price1to3Pax: null, price4to8Pax: null })
})

test('hubs carry their routes, the popular ones follow the searches, then main routes', async () => {
  await using app = await startApp({ data: 'demo' })
  const hubs = (await app.get('/api/routes/by-hubs')).body
  expect(Object.keys(hubs)).toEqual(['aeroporto-brindisi', 'aeroporto-bari', 'stazione-lecce'])
  expect(hubs['stazione-lecce']).toMatchObject({ name: 'Stazione Lecce', icon: 'train' })
  expect(hubs['aeroporto-bari'].routes).toHaveLength(62)
  await app.sql`update route_prices set ricerche = 9 where slug = 'aeroporto-bari-otranto'`
  await eventually(async () => {
    const popular = (await app.get('/api/routes/popular')).body
    expect(popular).toHaveLength(6)
    expect(popular[0].slug).toBe('aeroporto-bari-otranto')
  })
})

test('a return and the family of a route are found, the route itself left out', async () => {
  await using app = await startApp({ data: 'demo' })
  const [main] = await app.sql<{ id: number; from: number; to: number }[]>`
    select id, departure_location_id as "from", destination_location_id as "to" from route_prices
    where slug = 'aeroporto-brindisi-gallipoli'`
  if (!main) throw new Error('no main route')
  expect((await app.get(`/api/routes/return/${main.from}/${main.to}`)).body).toBeNull()
  await given.route(app)
  await eventually(async () => {
    const back = (await app.get(`/api/routes/return/${main.from}/${main.to}`)).body
    expect(back.slug).toBe('gallipoli-aeroporto-brindisi')
    expect(
      (await app.get(`/api/routes/correlated/${main.id}`)).body.map((one: { id: number }) => one.id),
    ).toEqual([back.id])
    expect(
      (await app.get(`/api/routes/correlated/${back.id}`)).body.map((one: { id: number }) => one.id),
    ).toEqual([main.id])
  })
})

test('a stored canonical address of another site is ignored', async () => {
  await shared.sql`update route_prices set canonical_url = 'https://evil.example/x/' where slug = 'aeroporto-bari-otranto'`
  await eventually(async () => {
    const { body } = await shared.get('/api/transfer-routes/aeroporto-bari-otranto')
    expect(body.canonicalUrl).toBe('https://www.salento.example/tratte/transfer-aeroporto-bari-otranto/')
  })
})

test('searches are counted: a found route on the route, an unserved one as unmet demand', async () => {
  await using app = await startApp({ data: 'demo' })
  const search = (from: string, to: string) =>
    app.get(`/api/routes/search?departure=${encodeURIComponent(from)}&destination=${encodeURIComponent(to)}`)
  await search('Aeroporto Brindisi', 'Otranto')
  await search('Aeroporto Brindisi', 'Otranto')
  await search('Lecce', 'Città di Roma')
  // A position may be that of a person, so none is stored.
  await search('Lecce', '41.9028, 12.4964')
  await search('https://maps.app.goo.gl/AbC123', 'Lecce')
  // The normalized text would be longer than the table allows.
  await search('Lecce', 'ß'.repeat(120))
  await eventually(async () => {
    const [route] = await app.sql`
      select ricerche, (select count(*) from route_searches where route_id = r.id) as rows
      from route_prices r where slug = 'aeroporto-brindisi-otranto'`
    expect(route).toEqual({ ricerche: 2, rows: 2 })
    const unmet =
      await app.sql`select departure, destination, searches from unmet_searches order by destination`
    expect(unmet).toEqual([
      { departure: 'lecce', destination: 'citta di roma', searches: 1 },
      { departure: 'lecce', destination: 's'.repeat(160), searches: 1 },
    ])
  })
})

test('counts that a table refuses are dropped, and later counts are stored', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`alter table unmet_searches add constraint no_matera check (destination <> 'matera')`
  await app.get('/api/routes/search?departure=Lecce&destination=Matera')
  await eventually(() => expect(app.lines.join()).toContain('counts were refused and dropped'))
  await app.get('/api/routes/search?departure=Lecce&destination=Potenza')
  await eventually(async () =>
    expect(await app.sql`select destination from unmet_searches`).toEqual([{ destination: 'potenza' }]),
  )
})

test('invented searches are bounded and displace none that was repeated', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    insert into unmet_searches (departure, destination, searches, last_searched_at)
    values ('lecce', 'matera', 2, now() - interval '9 days')`
  await app.sql`
    insert into unmet_searches (departure, destination) select 'x' || n, 'y' from generate_series(1, 6000) n`
  await app.get('/api/routes/search?departure=Lecce&destination=Potenza')
  const one = (destination: string) =>
    app.sql`select searches from unmet_searches where departure = 'lecce' and destination = ${destination}`
  await eventually(async () => expect(await one('potenza')).toHaveLength(1))
  expect(await one('matera')).toEqual([{ searches: 2 }])
  expect(await app.sql`select count(*) as n from unmet_searches`).toEqual([{ n: 5_000 }])
})
