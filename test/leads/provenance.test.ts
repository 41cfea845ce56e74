import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'

const contact = { name: 'Anna Rossi', phone: '+39 347 1234567', email: 'anna@example.com' }

async function send(app: App, provenance?: object, path = '/api/contacts', form: object = contact) {
  const message = crypto.randomUUID()
  const reply = await app.post(path, { ...form, message, ...(provenance ? { provenance } : {}) })
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
    ...{ departure: 'Aeroporto Brindisi', destination: 'Gallipoli', time: '10:30', passengers: '2' },
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
    { name: landing, requests: 2, won: 1, value: '110' },
    { name: 'Non nota', requests: 1, won: 0, value: null },
  ])
  expect(body.sources[0]).toEqual({ name: 'www.google.com', requests: 2, won: 1, value: '110' })
  expect(body.routes[0]).toMatchObject({ name: 'Aeroporto Brindisi → Gallipoli', won: 1, value: '110' })
  expect(body.total).toEqual({ requests: 3, won: 1, value: '110' })
  expect((await app.get(path, staff)).body.provenance).toEqual({
    ...{ landingPath: landing, source: 'www.google.com', campaign: null, isAcrossVisits: false },
  })
  const before = await app.get('/api/admin/leads/provenance?from=2020-01-01&to=2020-01-31', staff)
  expect(before.body.total).toEqual({ requests: 0, won: 0, value: null })
  expect((await app.get('/api/admin/leads/provenance?from=2020-02-31', staff)).status).toBe(422)
})

test('a chosen ride counts with its listed price until staff enter the agreed one', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const request = {
    ...contact,
    ...{ departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '2', offer: 'berlina' },
    formSource: 'sticky-footer',
  }
  const { body } = await app.post('/api/availability-requests', request)
  const lead = (await app.get(`/api/admin/availability-requests/${body.id}`, staff)).body
  expect(Number(lead.price)).toBeGreaterThan(0)
  expect(lead.quote).toMatch(new RegExp(`\\b${lead.price}\\s€`))
  expect(lead.provenance).toBeNull()
})

test('provenance of a lead is stored only if it is a page, a host or a campaign mark, and never personal', async () => {
  await using app = await startApp()
  const whole = await send(app, {
    ...{ landing: '/', referrer: 'l.facebook.com', utmSource: 'newsletter', utmMedium: 'email' },
    ...{ utmCampaign: 'estate 2026', click: 'gclid', isAcrossVisits: true },
  })
  expect(await rowOf(app, whole)).toMatchObject({
    ...{ landingPath: '/', referrerHost: 'l.facebook.com', utmSource: 'newsletter', utmMedium: 'email' },
    ...{ utmCampaign: 'estate 2026', clickKind: 'gclid', isAcrossVisits: true, price: null },
  })
  const odd = await send(app, {
    ...{ landing: 'https://altro.example/?a=b', referrer: 'https://a.it/chi/cerca?q=anna' },
    ...{ utmSource: 'anna@example.com', utmMedium: '347 123 4567', utmCampaign: '<b>', click: 'Cj0KCQiA' },
  })
  expect(await rowOf(app, odd)).toMatchObject({
    ...{ landingPath: null, referrerHost: null, utmSource: null, utmMedium: null, utmCampaign: null },
    ...{ clickKind: null, isAcrossVisits: false },
  })
  const elsewhere = await send(app, { landing: '//2130706433/' })
  expect(await rowOf(app, elsewhere)).toMatchObject({ landingPath: null })
  const ownPage = await send(app, { landing: '/richiesta/geheim-chiave/' })
  expect(await rowOf(app, ownPage)).toMatchObject({ landingPath: '/richiesta/' })
})

test('deleting a lead deletes its provenance', async () => {
  await using app = await startApp()
  await send(app, { landing: '/' })
  await app.sql`delete from contacts`
  expect(await app.sql`select * from lead_provenance`).toEqual([])
})
