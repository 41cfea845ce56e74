import { expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { dayIn } from '../given.ts'

const app = await openApp({ data: 'demo' })

const ask = async (app: App, query: Record<string, string>) => {
  const { status, body } = await app.get<FareAnswer & { errors: { path: string }[] }>(
    `/api/fares?${new URLSearchParams(query)}`,
  )
  return { status, ...body }
}

const totals = ({ offers }: FareAnswer) => offers.map(({ vehicle, total }) => `${vehicle} ${total}`)

const airport = 'Aeroporto Brindisi'

test('a fare is found by place id or by name in any spelling, for a party in numbers or words', async () => {
  const [gallipoli] = await app.sql<[{ id: number }]>`select id from locations where name = 'Gallipoli'`
  const expected = {
    status: 200,
    from: { id: 4, name: airport },
    to: { id: gallipoli.id, name: 'Gallipoli' },
    day: dayIn(0),
    source: 'listed',
    reason: null,
    roundTrip: null,
  }
  for (const [from, to] of [
    ['4', String(gallipoli.id)],
    [airport, 'Gallipoli'],
    ['AEROPORTO DI BRINDISI', 'gallipoli'],
    ['bds', 'Galipoli'],
  ] as const) {
    const fare = await ask(app, { from, to, passengers: '2' })
    expect(fare).toMatchObject(expected)
    expect(fare.offers).toEqual([
      {
        vehicle: 'berlina',
        unit: 'veicolo',
        price: '110',
        total: '110',
        validFrom: null,
        validUntil: null,
        isIndicative: false,
      },
      {
        vehicle: 'economy',
        unit: 'persona',
        price: '40',
        total: '80',
        validFrom: null,
        validUntil: null,
        isIndicative: false,
      },
    ])
  }
  // Three large bags fit into the car, and a shared ride is not cheaper for three people.
  const words = { from: airport, to: 'Gallipoli', passengers: '1-3', bags: '3 grandi' }
  expect(totals(await ask(app, words))).toEqual(['berlina 110'])
  expect(totals(await ask(app, { ...words, bags: 'quattro' }))).toEqual(['minivan 130', 'economy 110'])
  expect(totals(await ask(app, { ...words, passengers: '4' }))).toEqual(['minivan 130', 'economy 110'])
})

test('a direction without a route has the prices of the opposite one; shared rides leave only from their hubs', async () => {
  await app.sql`
    update route_prices set price_premium1to3_pax = 180 where slug = 'aeroporto-brindisi-otranto'`
  const back = await eventually(async () => {
    const fare = await ask(app, { from: 'Otranto', to: airport, passengers: '2' })
    expect([fare.source, totals(fare)]).toEqual(['reverse', ['berlina 115', 'premium 180']])
    return fare
  })
  const there = await ask(app, { from: airport, to: 'Otranto', passengers: '2' })
  expect([there.source, totals(there)]).toEqual(['listed', ['berlina 115', 'economy 84', 'premium 180']])
  expect(back.offers.some(({ isIndicative }) => isIndicative)).toBe(false)
})

test('outbound and return cost the sum less the discount, to the cent and never to the customer’s disadvantage', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, return_discount_percent)
    values ('Salento Transfer', '01234567890', '0832 1', 'info@salento.example', 'info@salento.example', 7)
    on conflict (id) do update set return_discount_percent = 7`
  await eventually(async () => {
    const fare = await ask(app, {
      from: airport,
      to: 'Gallipoli',
      passengers: '6',
      bags: '5',
      return: 'true',
      day: dayIn(30),
      returnDay: dayIn(37),
    })
    expect(fare.roundTrip).toEqual({
      discountPercent: 7,
      // 260 € less 7 % is 241.80 €. A round trip is never a shared ride.
      offers: [{ vehicle: 'minivan', there: '130', back: '130', total: '241.80' }],
    })
  })
  expect((await ask(app, { from: airport, to: 'Gallipoli', passengers: '6' })).roundTrip).toBeNull()
})

test('an address gets the fare of its town, a pair without a route a fare estimated from the distance; both are marked as indicative', async () => {
  const town = await ask(app, { from: 'Aeroporto Bari', to: 'Savelletri', passengers: '2' })
  const farm = { to: 'Masseria San Domenico', toTown: 'Savelletri' }
  const address = await ask(app, { from: 'Aeroporto Bari', ...farm, passengers: '2' })
  const written = await ask(app, {
    from: 'Aeroporto Bari',
    to: 'Masseria San Domenico, Savelletri di Fasano, Savelletri',
    passengers: '2',
  })
  for (const fare of [address, written]) {
    expect([fare.source, fare.to?.name, totals(fare)]).toEqual(['estimated', 'Savelletri', totals(town)])
    expect(fare.offers.every(({ isIndicative }) => isIndicative)).toBe(true)
  }
  const listed = { from: airport, to: 'Hotel Bellavista, 73014 Gallipoli (LE)', passengers: '2' }
  expect(await ask(app, listed)).toMatchObject({
    source: 'estimated',
    to: { name: 'Gallipoli' },
    offers: [{ total: '110' }, { total: '80' }],
  })
  const unlisted = await ask(app, { from: 'Otranto', to: 'Gallipoli', passengers: '2' })
  expect([unlisted.source, unlisted.reason]).toEqual(['estimated', null])
  expect(unlisted.offers).toMatchObject([{ vehicle: 'berlina', isIndicative: true }])
  expect(Number(unlisted.offers[0]?.total) % 5).toBe(0)
})

test('a response without a fare states the reason', async () => {
  const [rome] = await app.sql<[{ id: number }]>`
    insert into locations (name, location_type, latitude, longitude) values ('Roma Termini', 'Stazione', 41.9, 12.5)
    returning id`
  expect(await ask(app, { from: airport, to: 'Atlantide', passengers: '2' })).toMatchObject({
    from: { id: 4 },
    to: null,
    source: null,
    reason: 'unknownPlace',
    offers: [],
  })
  await eventually(async () =>
    expect(await ask(app, { from: airport, to: String(rome.id), passengers: '2' })).toMatchObject({
      to: { name: 'Roma Termini' },
      source: null,
      reason: 'notServed',
      offers: [],
    }),
  )
  for (const party of [
    { passengers: '9', bags: '0' },
    { passengers: '2', bags: '9' },
  ])
    expect(await ask(app, { from: airport, to: 'Gallipoli', ...party })).toMatchObject({
      from: { id: 4 },
      to: { name: 'Gallipoli' },
      source: null,
      reason: 'tooMany',
      offers: [],
    })
})

test('a question that cannot be is refused at its field', async () => {
  for (const [wrong, path] of [
    [{ day: dayIn(-1) }, 'day'],
    [{ day: '2027-02-31' }, 'day'],
    [{ day: 'domani' }, 'day'],
    [{ day: dayIn(5), returnDay: dayIn(4), return: 'true' }, 'returnDay'],
    [{ passengers: '0' }, 'passengers'],
    [{ passengers: '-1' }, 'passengers'],
    [{ passengers: 'noi' }, 'passengers'],
    [{ bags: '-1' }, 'bags'],
    [{ from: '' }, 'from'],
    [{ time: '25:00' }, 'time'],
  ] as const) {
    const query = { from: airport, to: 'Gallipoli', passengers: '2', ...wrong }
    const { status, errors } = await ask(app, query)
    expect([wrong, status, errors?.[0]?.path]).toEqual([wrong, 422, path])
  }
})

test('staff see what another distance rule changes before they save the rule, and estimates use the saved rule', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const path = '/api/admin/fare-settings'
  const { body: settings } = await app.get(path, staff)
  expect(settings).toMatchObject({
    bands: {
      price1to3Pax: { start: '38.50', perKm: '0.8412', minimum: '35', step: '5' },
      pricePremium1to3Pax: null,
    },
    areaKm: 30,
    nights: false,
    weekdays: false,
  })
  const question = { from: 'Otranto', to: 'Gallipoli', passengers: '2' }
  const before = await ask(app, question)
  const dearer = {
    ...settings,
    bands: { ...settings.bands, price1to3Pax: { ...settings.bands.price1to3Pax, start: '58,50' } },
  }
  const put = (body: object) => app.send('PUT', path, body, staff)
  const tried = await put({ ...dearer, dryRun: true })
  expect([tried.status, tried.body.changes[0]]).toEqual([
    200,
    { km: 5, field: 'price1to3Pax', from: '45', to: '65' },
  ])
  expect((await app.get(path, staff)).body).toEqual(settings)
  const saved = await put(dearer)
  expect([saved.status, saved.body.bands.price1to3Pax.start]).toEqual([200, '58.50'])
  await eventually(async () =>
    expect(Number((await ask(app, question)).offers[0]?.total)).toBe(Number(before.offers[0]?.total) + 20),
  )
  expect((await put(dearer)).status).toBe(409)
  const { updatedAt } = saved.body
  for (const [wrong, at] of [
    [{ bands: { ...settings.bands, price1to3Pax: null } }, 'bands.price1to3Pax'],
    [
      { bands: { ...settings.bands, price4to8Pax: { start: '1', perKm: 'x', minimum: '1', step: '1' } } },
      'bands.price4to8Pax.perKm',
    ],
    [
      { bands: { ...settings.bands, price4to8Pax: { start: '1', perKm: '1', minimum: '1', step: '0' } } },
      'bands.price4to8Pax.step',
    ],
    [{ areaKm: -1 }, 'areaKm'],
  ] as const) {
    const { status, body } = await put({ ...settings, updatedAt, ...wrong })
    expect([wrong, status, body.errors?.[0]?.path]).toEqual([wrong, 422, at])
  }
  expect((await put({ ...settings, updatedAt, areaKm: 0 })).status).toBe(200)
  await eventually(async () => {
    const far = await ask(app, { from: 'Torrepaduli', to: 'Lecce', passengers: '2' })
    expect(far.reason).toBe('notServed')
  })
})

test('today is the day in Rome that the process’s clock shows: prices and lists change at its midnight', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const { clock } = app.runtime.context
  clock.now = () => new Date('2027-06-30T21:59:59Z')
  const list = { startsOn: '2027-07-01', endsOn: '2027-08-31', fields: ['price1to3Pax'], percent: '10' }
  const made = await app.post('/api/admin/price-lists', { name: 'Estate', ...list }, staff)
  expect([made.status, made.body.state]).toEqual([201, 'programmato'])
  const past = await app.post(
    '/api/admin/price-lists',
    { name: 'Ieri', ...list, startsOn: '2027-06-29' },
    staff,
  )
  expect([past.status, past.body.errors[0].path]).toEqual([422, 'startsOn'])
  const route = '/api/transfer-routes/aeroporto-brindisi-gallipoli'
  const shown = async () => {
    const question = { from: airport, to: 'Gallipoli', passengers: '1' }
    const fare = await ask(app, question)
    return {
      fare: [fare.day, ...totals(fare)],
      yesterday: (await ask(app, { ...question, day: '2027-06-30' })).status,
      route: (await app.get(route)).body.price1to3Pax,
      planned: (await app.get(route)).body.planned.length,
      page: (await app.get('/tratte/transfer-aeroporto-brindisi-gallipoli/')).text.includes('121 €'),
      state: (await app.get(`/api/admin/price-lists/${made.body.id}`, staff)).body.state,
    }
  }
  await eventually(async () =>
    expect(await shown()).toEqual({
      fare: ['2027-06-30', 'berlina 110'],
      yesterday: 200,
      route: '110',
      planned: 1,
      page: false,
      state: 'programmato',
    }),
  )
  clock.now = () => new Date('2027-06-30T22:00:00Z')
  await eventually(async () =>
    expect(await shown()).toEqual({
      fare: ['2027-07-01', 'berlina 121'],
      yesterday: 422,
      route: '121',
      planned: 0,
      page: true,
      state: 'in corso',
    }),
  )
})
