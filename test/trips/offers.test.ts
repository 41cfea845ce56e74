import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { type LanguageCode, languages } from '../../src/languages/messages.ts'
import { startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { configureMail, configureOffice, office, openMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'

const app = await startApp({ data: 'demo' })
const mailbox = await openMailbox()
afterAll(async () => {
  await mailbox[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
const staff = await app.logIn()
beforeAll(async () => {
  await configureOffice(app)
  await configureMail(app, mailbox)
})

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const ride = {
  name: 'Anna Rossi',
  departure: 'Aeroporto Brindisi',
  destination: 'Gallipoli',
  passengers: '3',
  luggage: '2',
  date: dayIn(20),
  time: '14:30',
}
const andBack = { returnTrip: true, returnDate: dayIn(27), returnTime: '09:15' }

let leads = 0

/** Stores a lead. Each has its own phone number, because an identical lead would count as a repeat. */
async function newLead(form: object = {}) {
  leads += 1
  const person = { email: 'anna@example.com', phone: `+39 347 ${1_000_000 + leads}` }
  const lead = await given.lead(app, 'booking', { ...ride, ...person, ...form })
  const token = lead.statusPath.split('/').at(-2) ?? ''
  return { ...lead, token }
}

const send = (leadId: number, form: object = {}) =>
  app.post('/api/admin/offers', { leadKind: 'booking', leadId, validUntil: inHours(48), ...form }, staff)

const accept = (token: string, offerId: number) =>
  app.post(`/api/requests/${token}/offer/${offerId}/accept`, {}, { 'x-forwarded-for': newAddress() })

const statusOf = async (id: number) => (await app.get(`/api/admin/bookings/${id}`, staff)).body

test('an offer without lines has the fares of the lead, whose sum is the price of the round trip', async () => {
  const lead = await newLead({ ...andBack, offer: 'berlina' })
  const query = new URLSearchParams({
    from: ride.departure,
    to: ride.destination,
    day: ride.date,
    passengers: '3',
    bags: '2',
    return: 'true',
    returnDay: andBack.returnDate,
  })
  const { roundTrip } = (await app.get(`/api/fares?${query}`)).body
  const fare = roundTrip.offers.find(({ vehicle }: { vehicle: string }) => vehicle === 'berlina')
  const { status, body } = await send(lead.id)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    leadKind: 'booking',
    leadId: lead.id,
    code: lead.code,
    state: 'sent',
    language: 'it',
    total: fare.total,
    lines: [
      { direction: 'there', vehicle: 'berlina', day: ride.date, time: '14:30' },
      { direction: 'back', vehicle: 'berlina', day: andBack.returnDate, time: '09:15' },
    ],
  })
  const cents = body.lines.map(({ total }: { total: string }) => Math.round(Number(total) * 100))
  expect(cents[0] + cents[1]).toBe(Math.round(Number(fare.total) * 100))
  expect(body.link).toContain(lead.statusPath)
  expect(await statusOf(lead.id)).toMatchObject({ status: 'preventivo', answeredVia: 'email' })
  const list = await app.get(`/api/admin/offers?leadKind=booking&leadId=${lead.id}`, staff)
  expect(list.body).toMatchObject({ total: 1, items: [{ id: body.id, total: fare.total }] })
})

test('staff may set vehicle, day, time and price of each direction', async () => {
  const lead = await newLead({ date: '', time: '10:00' })
  const lines = [
    { direction: 'there', vehicle: 'minivan', day: dayIn(30), time: '08:05', total: '€ 150,50' },
    { direction: 'back', vehicle: 'premium', day: dayIn(31), time: '18:00', total: 200 },
  ]
  const { status, body } = await send(lead.id, { lines, message: 'Con seggiolino' })
  expect([status, body.total, body.message]).toEqual([201, '350.50', 'Con seggiolino'])
  expect(body.lines).toEqual([
    { ...lines[0], total: '150.50' },
    { ...lines[1], total: '200' },
  ])
})

test('a typed price is sent as typed or refused with the reason, and never replaced by the fare', async () => {
  const lead = await newLead()
  const send1 = (total: unknown) => send(lead.id, { lines: [{ direction: 'there', total }] })
  for (const [total, reason] of [
    ['0', '«0» non è un prezzo: scrivi quanto costa, o lascia vuoto per la tariffa'],
    [0, '«0» non è un prezzo: scrivi quanto costa, o lascia vuoto per la tariffa'],
    ['0,00', '«0,00» non è un prezzo: scrivi quanto costa, o lascia vuoto per la tariffa'],
    ['Su richiesta', '«Su richiesta» non è un prezzo: scrivi quanto costa, o lascia vuoto per la tariffa'],
    ['1.250', '«1.250»: intendi 1250 euro o 1,25? Scrivilo in uno di questi due modi.'],
    ['12 50', '«12 50»: c’è uno spazio fra le cifre. Scrivi il prezzo senza spazi, per esempio 1250,50.'],
  ] as const) {
    const { status, body } = await send1(total)
    expect([total, status, body.errors]).toEqual([total, 422, [{ path: 'lines.0.total', message: reason }]])
  }
  const stored = await app.sql`select id from offers where lead_id = ${lead.id} and lead_kind = 'booking'`
  expect(stored).toEqual([])
  expect((await send1('1 250,50')).body).toMatchObject({ total: '1250.50' })
  expect(Number((await send1(null)).body.total)).toBeLessThan(1000)
})

test('an impossible offer is refused at its fields and changes nothing', async () => {
  const lead = await newLead()
  const refused = async (form: object) => {
    const { status, body } = await send(lead.id, form)
    return [status, ...body.errors.map(({ path }: { path: string }) => path)]
  }
  const line = (form: object) => ({ lines: [{ direction: 'there', ...form }] })
  expect(await refused({ validUntil: new Date().toISOString() })).toEqual([422, 'validUntil'])
  expect(await refused({ validUntil: 'domani' })).toEqual([422, 'validUntil'])
  expect(await refused({ lines: [] })).toEqual([422, 'lines'])
  expect(await refused(line({ vehicle: 'autobus' }))).toEqual([422, 'lines.0.vehicle'])
  expect(await refused(line({ day: dayIn(-1) }))).toEqual([422, 'lines.0.day'])
  expect(await refused(line({ day: '2027-02-30' }))).toEqual([422, 'lines.0.day'])
  expect(await refused(line({ time: '25:00' }))).toEqual([422, 'lines.0.time'])
  expect(await refused(line({ total: '-5' }))).toEqual([422, 'lines.0.total'])
  expect(await refused(line({ total: '1e3' }))).toEqual([422, 'lines.0.total'])
  expect(await refused({ lines: [{ direction: 'there' }, { direction: 'there' }] })).toEqual([
    422,
    'lines.1.direction',
  ])
  const early = [
    { direction: 'there', total: 90 },
    { direction: 'back', day: dayIn(19), total: 90 },
  ]
  expect(await refused({ lines: early })).toEqual([422, 'lines.1.day'])
  expect((await send(2_000_000)).status).toBe(404)
  const unknown = await newLead({ departure: 'Casa mia', destination: 'Casa tua' })
  const noFare = await send(unknown.id)
  expect([noFare.status, noFare.body.errors[0].path]).toEqual([422, 'lines'])
  expect(await statusOf(lead.id)).toMatchObject({ status: 'nuova' })
  const ids = [lead.id, unknown.id]
  expect(await app.sql`select id from offers where lead_id = any(${ids})`).toEqual([])
})

test.each(languages)(
  'a customer reads the offer by mail and on the status page in %s, and accepts it without JavaScript',
  async (language: LanguageCode) => {
    const { t } = languageWith(language)
    const email = `offer.${language}@example.com`
    const lead = await newLead({ ...andBack, language, email })
    const offer = (await send(lead.id, { message: 'Bis bald!' })).body
    await app.drain()
    const mail = mailbox
      .to(email)
      .find(({ subject }) => subject.startsWith(t('proposal.subject', { route: '' })))
    const amount = new Intl.NumberFormat(t.locale).format(Number(offer.total))
    expect(mail?.text).toContain(`${app.config.siteUrl}${lead.statusPath}`)
    expect(mail?.text).toContain(amount)
    expect(mail?.text).toContain('Bis bald!')

    const page = await app.get(lead.statusPath)
    for (const words of [t('proposal.title'), t('proposal.accept'), amount, 'Bis bald!'])
      expect(page.text).toContain(words)
    // Only the offer shows prices, because the prices of the request may differ.
    expect(page.text).not.toContain(t('lead.returnPrice'))
    const form = new URLSearchParams({ azione: 'accetta', offerta: String(offer.id) })
    const sent = await app.send('POST', lead.statusPath, `${form}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, lead.statusPath])
    const after = await app.get(lead.statusPath)
    expect(after.text).not.toContain(t('proposal.accept'))
    expect(after.text).toContain(t('state.confirmed'))
    const [row] = await app.sql<[{ words: { label: string }[] }]>`
      select accepted_words as words from offers where id = ${offer.id}`
    expect(row.words[0]?.label).toBe(t('proposal.there'))
    // The deadline to accept says nothing about an accepted offer; customers could take it for the end of the booking.
    expect(after.text).not.toContain(t('proposal.validUntil'))
  },
)

test('eight concurrent acceptances count once: one event, one note, one mail to the office, the same answer', async () => {
  const lead = await newLead({ date: '', ...andBack })
  const lines = [
    { direction: 'there', day: dayIn(25), time: '11:45', total: 100 },
    { direction: 'back', total: 80 },
  ]
  const { id } = (await send(lead.id, { lines })).body
  const replies = await Promise.all(Array.from({ length: 8 }, () => accept(lead.token, id)))
  const [first] = replies
  expect(first?.body.offer).toMatchObject({ id, state: 'accepted', total: '180' })
  for (const { status, body } of replies) expect([status, body]).toEqual([200, first?.body])
  expect((await accept(lead.token, id)).body).toEqual(first?.body)

  const stored = await statusOf(lead.id)
  expect(stored).toMatchObject({
    status: 'confermata',
    date: dayIn(25),
    time: '11:45',
    returnDate: andBack.returnDate,
    price: '180',
    priceSource: 'agreed',
    isRead: false,
  })
  expect(stored.notes.match(/ha accettato il preventivo di 180 €/g)).toHaveLength(1)
  const events = await app.sql`
    select id from outbox where type = 'trips:offerAccepted' and payload->>'offerId' = ${String(id)}`
  expect(events).toHaveLength(1)
  await app.drain()
  const told = mailbox
    .to(office[0] ?? '')
    .filter(({ subject }) => subject.startsWith(`Preventivo accettato: ${lead.code}`))
  expect(told).toHaveLength(1)
})

test('an accepted offer keeps its words, whatever the language of the reader', async () => {
  const lead = await newLead()
  const { id } = (await send(lead.id)).body
  const { rows } = (await accept(lead.token, id)).body.offer
  const read = await app.get(`/api/requests/${lead.token}`, { 'accept-language': 'de' })
  expect(read.body.stateText).toBe(languageWith('de').t('state.confirmedText'))
  expect(read.body.offer.rows).toEqual(rows)
})

test('a new offer withdraws the previous one, and only the latest can be accepted', async () => {
  const lead = await newLead()
  const first = (await send(lead.id)).body
  const second = (await send(lead.id, { lines: [{ direction: 'there', total: 77 }] })).body
  expect((await accept(lead.token, first.id)).status).toBe(409)
  const { body } = await app.get(`/api/requests/${lead.token}`)
  expect(body.offer).toMatchObject({ id: second.id, total: '77', state: 'sent' })
  expect((await accept(lead.token, second.id)).status).toBe(200)
  expect((await accept(lead.token, first.id)).status).toBe(409)
  // A confirmed lead gets no further offer until staff change its state.
  expect((await send(lead.id)).status).toBe(409)
})

test('a withdrawn offer is refused with 409 and an offer of another request with 404', async () => {
  const [lead, other] = [await newLead(), await newLead({ time: '15:00' })]
  const { id } = (await send(lead.id)).body
  expect((await accept(other.token, id)).status).toBe(404)
  const withdraw = () => app.post(`/api/admin/offers/${id}/withdraw`, {}, staff)
  expect((await withdraw()).body.state).toBe('withdrawn')
  expect((await withdraw()).status).toBe(200)
  expect((await accept(lead.token, id)).status).toBe(409)
  const page = await app.get(lead.statusPath)
  expect(page.text).not.toContain(languageWith('it').t('proposal.accept'))
  expect((await accept(lead.token, 2_000_000)).status).toBe(404)
  expect(await statusOf(lead.id)).toMatchObject({ status: 'preventivo' })
})

test('an expired offer is refused with 410, also on the page, and can be replaced', async () => {
  const lead = await newLead()
  const { id } = (await send(lead.id, { validUntil: inHours(1) })).body
  const { clock } = app.runtime.context
  const { now } = clock
  clock.now = () => new Date(Date.now() + 2 * hour)
  try {
    expect((await accept(lead.token, id)).status).toBe(410)
    const form = { azione: 'accetta', offerta: String(id) }
    const page = await app.send('POST', lead.statusPath, `${new URLSearchParams(form)}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(page.status).toBe(410)
    expect(page.text).toContain(languageWith('it').t('api.offerExpired'))
    const status = (await app.get(`/api/requests/${lead.token}`)).body
    expect(status).toMatchObject({ state: 'Preventivo scaduto', offer: { state: 'expired' } })
    const { text } = await app.get(lead.statusPath)
    expect(text).not.toContain('aspettiamo la tua conferma')
    expect(text.match(new RegExp(`<p[^>]*>${status.stateText}`, 'g'))).toHaveLength(1)
    const next = await send(lead.id)
    expect(next.status).toBe(201)
    const list = await app.get(`/api/admin/offers?leadKind=booking&leadId=${lead.id}&state=expired`, staff)
    expect(list.body.items.map((one: { id: number }) => one.id)).toEqual([id])
  } finally {
    clock.now = now
  }
})

test('an offer expires with the day of its first ride, whatever its deadline', async () => {
  const lead = await newLead({ ...andBack, date: dayIn(3) })
  const { id } = (await send(lead.id, { validUntil: inHours(10 * 24) })).body
  const { clock } = app.runtime.context
  const { now } = clock
  const stateIn = async (days: number) => {
    clock.now = () => new Date(Date.now() + days * 24 * hour)
    return (await app.get(`/api/requests/${lead.token}`)).body.offer.state
  }
  try {
    expect(await stateIn(3)).toBe('sent')
    expect(await stateIn(4)).toBe('expired')
    expect((await accept(lead.token, id)).status).toBe(410)
  } finally {
    clock.now = now
  }
})

test('a customer who cancels declines the offer, which nobody can accept any more', async () => {
  const lead = await newLead()
  const { id } = (await send(lead.id)).body
  await app.post(`/api/requests/${lead.token}/cancel`, {}, { 'x-forwarded-for': newAddress() })
  expect((await app.get(`/api/requests/${lead.token}`)).body.offer.state).toBe('declined')
  expect((await accept(lead.token, id)).status).toBe(409)
  await app.drain()
  expect(await app.sql`select state from offers where id = ${id}`).toEqual([{ state: 'declined' }])
  expect((await send(lead.id)).status).toBe(409)
})

test('the offers and trips of a customer are found, and those of others are not', async () => {
  const lead = await newLead({ email: 'timeline@example.com', name: 'Carla Neri' })
  const other = await newLead({ email: 'another@example.com', name: 'Dario Blu' })
  const offer = (await send(lead.id)).body
  await send(other.id)
  expect((await accept(lead.token, offer.id)).status).toBe(200)
  const { body: customer } = await app.get(`/api/admin/leads/booking/${lead.id}/customer`, staff)
  const offers = await app.get(`/api/admin/offers?customerId=${customer.id}`, staff)
  expect(offers.body.items).toMatchObject([{ id: offer.id, state: 'accepted' }])
  const trips = await app.get(`/api/admin/customers/${customer.id}/trips`, staff)
  expect(trips.body.items).toMatchObject([{ leadKind: 'booking', leadId: lead.id, state: 'planned' }])
})

test('a mail about an offer that was replaced before it was sent is skipped', async () => {
  const email = 'twice@example.com'
  const lead = await newLead({ email })
  await app.drain()
  await app.sql`update email_configurations set is_active = false`
  await send(lead.id, { lines: [{ direction: 'there', total: 71 }] })
  await app.drain()
  await send(lead.id, { lines: [{ direction: 'there', total: 72 }] })
  await app.sql`update email_configurations set is_active = true`
  await app.sql`
    select graphile_worker.add_job('sendMail', json_build_object('messageId', id)) from email_messages
    where purpose = 'offer' and recipient = ${email}`
  await app.drain()
  const offers = mailbox.to(email).filter(({ text }) => /7[12] €/.test(text.replaceAll('\u00a0', ' ')))
  expect(offers.map(({ text }) => text.match(/7[12](?=\s€)/)?.[0])).toEqual(['72'])
})

test('a mail that announces the driver is skipped once the ride is over', async () => {
  const email = 'late@example.com'
  const lead = await newLead({ email })
  const { body: offer } = await send(lead.id)
  expect((await accept(lead.token, offer.id)).status).toBe(200)
  await app.sql`update rides set asked_day = '2026-01-10' where lead_kind = 'booking' and lead_id = ${lead.id}`
  await app.sql`
    update rides set pickup_at = '2026-01-10 10:00', ends_at = '2026-01-10 11:00'
    where lead_kind = 'booking' and lead_id = ${lead.id}`
  await app.drain()
  expect(
    await app.sql`
      select purpose, state from email_messages
      where recipient = ${email} and purpose <> 'offer' order by purpose`,
  ).toEqual([
    { purpose: 'confirmation', state: 'skipped' },
    { purpose: 'receipt', state: 'skipped' },
  ])
})

test('offers are deleted with their lead', async () => {
  const lead = await newLead()
  await send(lead.id)
  await app.sql`delete from leads where kind = 'booking' and id = ${lead.id}`
  expect(await app.sql`select id from offers where lead_id = ${lead.id}`).toEqual([])
})
