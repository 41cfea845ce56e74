import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { newAddress } from '../newAddress.ts'

/** The app of tests that look only at their own leads, and at prices that no test of this app changes. */
const app = await openApp({ data: 'demo' })

const contact = { name: 'Anna Rossi', phone: '+39 347 1234567', email: 'anna@example.com' }

async function send(app: App, provenance?: object, path = '/api/contacts', form: object = contact) {
  const message = crypto.randomUUID()
  const from = { 'x-forwarded-for': newAddress() }
  const reply = await app.post(path, { ...form, message, ...(provenance ? { provenance } : {}) }, from)
  expect(reply.status).toBe(201)
  return reply.body.id
}

const rowOf = async (app: App, id: number) =>
  (await app.sql`select * from lead_provenance where lead_kind = 'contact' and lead_id = ${id}`)[0]

test('a confirmed lead of 110 euro appears under its landing page and its source', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const landing = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  const booking = {
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    time: '10:30',
    passengers: '2',
    phone: '0832 123456',
  }
  const came = { landing, referrer: 'www.google.com' }
  const id = await send(app, came, '/api/bookings', booking)
  await send(app, came)
  await send(app)
  const path = `/api/admin/bookings/${id}`
  for (const price of ['centodieci', '-3', '110.999'])
    expect((await app.send('PATCH', path, { price }, staff)).status).toBe(422)
  const { updatedAt } = (await app.get(path, staff)).body
  const won = { status: 'confermata', price: '110,00', updatedAt }
  expect((await app.send('PATCH', path, won, staff)).body).toMatchObject({
    status: 'confermata',
    price: '110',
  })
  expect((await app.send('PATCH', path, { price: '90', updatedAt }, staff)).status).toBe(409)
  const { body } = await app.get('/api/admin/leads/provenance', staff)
  expect(body.landings).toEqual([
    { name: landing, requests: 2, won: 1, value: '110', estimated: null },
    { name: 'Non nota', requests: 1, won: 0, value: null, estimated: null },
  ])
  expect(body.sources[0]).toEqual({
    name: 'www.google.com',
    requests: 2,
    won: 1,
    value: '110',
    estimated: null,
  })
  expect(body.routes[0]).toMatchObject({ name: 'Aeroporto Brindisi → Gallipoli', won: 1, value: '110' })
  expect(body.total).toEqual({ requests: 3, won: 1, value: '110', estimated: null })
  expect((await app.get(path, staff)).body.provenance).toEqual({
    landingPath: landing,
    source: 'www.google.com',
    campaign: null,
    isAcrossVisits: false,
  })
  const before = await app.get('/api/admin/leads/provenance?from=2020-01-01&to=2020-01-31', staff)
  expect(before.body.total).toEqual({ requests: 0, won: 0, value: null, estimated: null })
  expect((await app.get('/api/admin/leads/provenance?from=2020-02-31', staff)).status).toBe(422)
})

test('a chosen ride counts with its listed price until staff enter the agreed one', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const { id } = await given.lead(app, 'request', {
    ...contact,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '2',
    offer: 'berlina',
    formSource: 'sticky-footer',
  })
  const lead = (await app.get(`/api/admin/availability-requests/${id}`, staff)).body
  expect(Number(lead.price)).toBeGreaterThan(0)
  expect(lead.quote).toMatch(new RegExp(`\\b${lead.price}\\s€`))
  expect(lead.provenance).toBeNull()
  const path = `/api/admin/availability-requests/${id}`
  await app.send('PATCH', path, { price: '90', updatedAt: lead.updatedAt }, staff)
  expect((await app.get(path, staff)).body).toMatchObject({ price: '90', priceSource: 'agreed' })
})

// Each channel brings 16 leads, four for each of the four `ways` in which a lead gets its price. Bundled prices to
// Gallipoli, in euros: car 110, van 130, shared ride 40 per person.
const channels = [
  { name: 'www.google.com', came: { landing: '/', referrer: 'www.google.com' }, won: 4 },
  { name: 'newsletter / email', came: { landing: '/', utmSource: 'newsletter', utmMedium: 'email' }, won: 3 },
  { name: 'Google Ads', came: { landing: '/', click: 'gclid' }, won: 2 },
  { name: 'Diretto', came: { landing: '/' }, won: 1 },
  { name: 'Non nota', came: {}, won: 0 },
]
const ways: { form: object; agreed?: string }[] = [
  { form: { passengers: '2', offer: 'berlina' }, agreed: '95,50' },
  { form: { passengers: '2', offer: 'economy' } },
  { form: { passengers: '2' } },
  { form: { passengers: '6', luggage: '5', returnTrip: true } },
]

test(
  '80 requests of every kind count per channel with the agreed price, otherwise the chosen one, otherwise the estimate',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn({ isSuperAdmin: false })
    const kinds = ['request', 'booking', 'contact'] as const
    const paths = { request: 'availability-requests', booking: 'bookings', contact: 'contacts' }
    let sent = 0
    for (const { came, won } of channels)
      for (const { form, agreed } of ways)
        for (let count = 0; count < 4; count++) {
          const kind = kinds[sent++ % 3] ?? 'request'
          const trip = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', ...form }
          const phone = `0832 ${100_000 + sent}`
          const { id } = await given.lead(app, kind, { ...trip, phone, provenance: came })
          if (count >= won) continue
          const path = `/api/admin/${paths[kind]}/${id}`
          const { updatedAt } = (await app.get(path, staff)).body
          const change = { status: 'confermata', updatedAt, ...(agreed ? { price: agreed } : {}) }
          expect((await app.send('PATCH', path, change, staff)).status).toBe(200)
        }
    const { body } = await app.get('/api/admin/leads/provenance', staff)
    // Values of a lead, in the order of `ways`: 95.50 € agreed, 80 € chosen, 110 € and 2 × 130 € estimated.
    const requests = 16
    expect(body.sources).toEqual([
      { name: 'www.google.com', requests, won: 16, value: '2182', estimated: '1480' },
      { name: 'newsletter / email', requests, won: 12, value: '1636.50', estimated: '1110' },
      { name: 'Google Ads', requests, won: 8, value: '1091', estimated: '740' },
      { name: 'Diretto', requests, won: 4, value: '545.50', estimated: '370' },
      { name: 'Non nota', requests, won: 0, value: null, estimated: null },
    ])
    expect(body.total).toEqual({ requests: 80, won: 40, value: '5455', estimated: '3700' })
    expect(body.routes).toEqual([{ name: 'Aeroporto Brindisi → Gallipoli', ...body.total }])
  },
)

test('an agreed price that staff take back leaves the price that was quoted', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const trip = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '2' }
  const { id } = await given.lead(app, 'request', { ...trip, offer: 'economy' })
  const path = `/api/admin/availability-requests/${id}`
  const put = async (price: string | null) => {
    const { updatedAt } = (await app.get(path, staff)).body
    const { price: stored, priceSource } = (await app.send('PATCH', path, { price, updatedAt }, staff)).body
    return [stored, priceSource]
  }
  expect(await put('70')).toEqual(['70', 'agreed'])
  expect(await put(null)).toEqual(['80', 'chosen'])
  // A caller that sends back the price which it has read agrees nothing.
  for (const price of ['80', '80,00', '80.0']) expect(await put(price)).toEqual(['80', 'chosen'])
  expect(await put('80.5')).toEqual(['80.50', 'agreed'])
})

test('a customer who chose nothing is counted with the cheapest private vehicle, never with a shared one', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const trip = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '2' }
  const priceOf = async () => {
    const { id } = await given.lead(app, 'request', { ...trip, message: crypto.randomUUID() })
    const { price, priceSource } = (await app.get(`/api/admin/availability-requests/${id}`, staff)).body
    return [price, priceSource]
  }
  await app.sql`
    update route_prices set price1to3_pax = null, price_premium1to3_pax = 180
    where slug = 'aeroporto-brindisi-gallipoli'`
  expect(await priceOf()).toEqual(['180', 'estimated'])
  await app.sql`
    update route_prices set price_premium1to3_pax = null where slug = 'aeroporto-brindisi-gallipoli'`
  expect(await priceOf()).toEqual([null, null])
})

test('provenance of a lead is stored only if it is a page, a host or a campaign mark, and never personal', async () => {
  const whole = await send(app, {
    landing: '/',
    referrer: 'l.facebook.com',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'estate 2026',
    click: 'gclid',
    isAcrossVisits: true,
  })
  expect(await rowOf(app, whole)).toMatchObject({
    landingPath: '/',
    referrerHost: 'l.facebook.com',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'estate 2026',
    clickKind: 'gclid',
    isAcrossVisits: true,
    price: null,
  })
  const odd = await send(app, {
    landing: 'https://altro.example/?a=b',
    referrer: 'https://a.it/chi/cerca?q=anna',
    utmSource: 'anna@example.com',
    utmMedium: '347 123 4567',
    utmCampaign: '<b>',
    click: 'Cj0KCQiA',
  })
  expect(await rowOf(app, odd)).toMatchObject({
    landingPath: null,
    referrerHost: null,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
    clickKind: null,
    isAcrossVisits: false,
  })
  const elsewhere = await send(app, { landing: '//2130706433/' })
  expect(await rowOf(app, elsewhere)).toMatchObject({ landingPath: null })
  const ownPage = await send(app, { landing: '/richiesta/geheim-chiave/' })
  expect(await rowOf(app, ownPage)).toMatchObject({ landingPath: '/richiesta/' })
})

test('deleting a lead deletes its provenance', async () => {
  const id = await send(app, { landing: '/' })
  expect(await rowOf(app, id)).toBeDefined()
  await app.sql`delete from leads where kind = 'contact' and id = ${id}`
  expect(await rowOf(app, id)).toBeUndefined()
})
