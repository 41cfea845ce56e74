import { randomUUID } from 'node:crypto'
import { parse } from 'csv/sync'
import { expect, test } from 'vitest'
import { dayAfter, dayWords, romanDay } from '../../src/kernel/romanDay.ts'
import { italian } from '../../src/languages/catalogs.ts'
import { dueAt } from '../../src/modules/leads/inbox/answerClock.contract.ts'
import type { LeadItem } from '../../src/modules/leads/inbox/contract.ts'
import { subjectOf } from '../../src/modules/leads/lead/subject.contract.ts'
import { announceOverdue } from '../../src/modules/leads/module.ts'
import { leadFields } from '../../src/modules/leads/requests/fields.contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { configureMail, configureOffice, office, openMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'

/** The app of tests that look only at their own leads. */
const app = await openApp({ data: 'demo' })

const request = given.request({
  destination: 'Gallipoli',
  message: 'Volo alle 10',
  date: dayIn(30),
  time: '10:30',
})
const booking = given.booking({ time: '18:00', phone: '0832 123456' })
const contact = given.contact({ phone: '+44 7911 123456', message: 'Fattura' })

/** Stores one lead of each kind, with the fields in `more`. Returns the headers of staff and the ids. */
async function withLeads(app: App, more: object = {}) {
  const headers = await app.logIn()
  const send = async (path: string, form: object): Promise<number> => {
    // A key makes a lead a new one even if another test has sent an equal lead.
    const from = { 'x-forwarded-for': newAddress(), 'idempotency-key': randomUUID() }
    return (await app.post(path, { ...form, ...more }, from)).body.id
  }
  const requestId = await send('/api/availability-requests', request)
  const bookingId = await send('/api/bookings', booking)
  const contactId = await send('/api/contacts', contact)
  return { headers, requestId, bookingId, contactId }
}

test('the inbox shows the three kinds in one list, newest first, with counts for its tabs', async () => {
  await using app = await startApp()
  const { headers } = await withLeads(app)
  const { status, body } = await app.get('/api/admin/leads', headers)
  expect(status).toBe(200)
  expect(body).toMatchObject({ page: 1, totalPages: 1, total: 3 })
  expect(body.items.map((one: { kind: string }) => one.kind)).toEqual([
    'contact',
    'booking',
    'availability_request',
  ])
  expect(body.items[2]).toMatchObject({
    ...request,
    formSource: 'quick-form',
    status: 'nuova',
    assignedTo: null,
    isRead: false,
    answeredAt: null,
    isLate: false,
    code: expect.stringMatching(/^[2-9A-Z]{6}$/),
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(body.counts).toEqual([
    { kind: 'availability_request', status: 'nuova', count: 1, unread: 1 },
    { kind: 'booking', status: 'nuova', count: 1, unread: 1 },
    { kind: 'contact', status: 'nuova', count: 1, unread: 1 },
  ])
  for (const [path, name] of [
    ['availability-requests', 'Anna Rossi'],
    ['contacts', 'Ugo Bianchi'],
    ['bookings', null],
  ] as const) {
    const { body: own } = await app.get(`/api/admin/${path}`, headers)
    expect(own.total).toBe(1)
    expect(own.items[0].name).toBe(name)
    expect((await app.get(`/api/admin/${path}/${own.items[0].id}`, headers)).body.name).toBe(name)
    expect((await app.get(`/api/admin/${path}/999`, headers)).status).toBe(404)
  }
})

test('no lead is visible without a session, and no public call lists them', async () => {
  const { contactId } = await withLeads(app)
  const paths = ['leads', 'availability-requests', 'bookings', 'contacts', `leads/contact/${contactId}`]
  for (const path of paths) expect((await app.get(`/api/admin/${path}`)).status, path).toBe(401)
  for (const path of ['availability-requests', 'bookings', 'contacts'])
    expect((await app.get(`/api/${path}`)).status, path).toBe(404)
})

test('a lead is found by name, telephone however it is written, e-mail, place and code; filters narrow the list', async () => {
  await using app = await startApp()
  const { headers } = await withLeads(app)
  const found = async (query: string) => {
    const { body } = await app.get(`/api/admin/leads?${query}`, headers)
    return body.items.map(({ kind }: { kind: string }) => kind).sort()
  }
  const [{ code }] = (await app.sql`select code from bookings`) as unknown as [{ code: string }]
  expect(await found('search=anna')).toEqual(['availability_request'])
  expect(await found('search=3471234567')).toEqual(['availability_request'])
  expect(await found('search=0832/123456')).toEqual(['booking'])
  expect(await found('search=UGO@EXAMPLE')).toEqual(['contact'])
  expect(await found('search=gallipoli')).toEqual(['availability_request'])
  expect(await found(`search=${code.toLowerCase()}`)).toEqual(['booking'])
  for (const wildcard of ['%25', '_', '%5C']) expect(await found(`search=${wildcard}`)).toEqual([])
  expect(await found('kind=contact')).toEqual(['contact'])
  expect(await found('status=persa')).toEqual([])
  expect(await found('assignedTo=0')).toHaveLength(3)
  expect(await found('from=2030-01-01')).toEqual([])
  expect(await found('to=2020-01-01')).toEqual([])
  for (const bad of ['kind=lead', 'status=aperta', 'from=2026-02-31', 'sort=phone', 'page=0'])
    expect((await app.get(`/api/admin/leads?${bad}`, headers)).status, bad).toBe(422)
})

test('a telephone number is found in every spelling, whatever the spelling in which the guest typed it', async () => {
  const headers = await app.logIn()
  const spellings = {
    '+44 (0)7911 654321': [
      '+447911654321',
      '07911 654321',
      '0044 7911 654321',
      '(0) 7911-654321',
      '7911 6543',
    ],
    '0039 0836 77 66 55': ['0836/776655', '+39 0836 776655', '390836776655', '0836 7766'],
    '348.99.88.776': ['+39 348 9988776', '0039348 9988776', '348/9988776', '+39 348 99', 'Tel. 348 9988776'],
  }
  for (const [phone, searches] of Object.entries(spellings)) {
    const { id } = await given.lead(app, 'contact', { phone })
    for (const search of searches) {
      const { body } = await app.get(`/api/admin/leads?search=${encodeURIComponent(search)}`, headers)
      expect([search, body.items.map((lead: LeadItem) => lead.id)]).toEqual([search, [id]])
      const customers = await app.get(`/api/admin/customers?search=${encodeURIComponent(search)}`, headers)
      expect([search, customers.body.total]).toEqual([search, 1])
    }
  }
})

test('the days of travel find the outbound and the return ride, and older leads without a day only without them', async () => {
  const { headers, requestId, bookingId } = await withLeads(app, { flightOrTrain: 'Treno ionico' })
  await app.sql`
    update rides set asked_day = '2031-08-01' where lead_kind = 'availability_request' and lead_id = ${requestId}`
  await app.sql`
    insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_passengers, asked_day)
    select lead_kind, lead_id, 'back', asked_to, asked_from, asked_passengers, '2031-08-15'
    from rides where lead_kind = 'availability_request' and lead_id = ${requestId}`
  await app.sql`update rides set asked_day = 'in agosto' where lead_kind = 'booking' and lead_id = ${bookingId}`
  const found = async (days: string) => {
    const { body } = await app.get(`/api/admin/leads?${days}`, headers)
    return body.items.map(({ kind, id }: LeadItem) => `${kind}-${id}`)
  }
  const own = [`availability_request-${requestId}`]
  expect(await found('travelFrom=2031-08-01&travelTo=2031-08-01')).toEqual(own)
  expect(await found('travelFrom=2031-08-10&travelTo=2031-08-20')).toEqual(own)
  expect(await found('travelFrom=2031-08-02&travelTo=2031-08-14')).toEqual([])
  expect(await found('travelFrom=2031-07-01')).toEqual(own)
  expect(await found('travelTo=2031-08-20')).not.toContain(`booking-${bookingId}`)
  expect((await app.get('/api/admin/leads?travelTo=2031-02-31', headers)).status).toBe(422)
  const { text } = await app.get('/api/admin/leads/export.csv?travelFrom=2031-08-01', headers)
  expect(text.trim().split('\n')).toHaveLength(2)
})

test('days of arrival are days in Rome', async () => {
  const { headers, contactId } = await withLeads(app, { name: 'Ugo Romano' })
  await app.sql`update leads set created_at = '2026-11-30T23:30:00Z' where kind = 'contact' and id = ${contactId}`
  const on = async (day: string) =>
    (await app.get(`/api/admin/leads?kind=contact&search=romano&from=${day}&to=${day}`, headers)).body.total
  expect(await on('2026-11-30')).toBe(0)
  expect(await on('2026-12-01')).toBe(1)
})

test('status, owner, note and due time are set one by one, each kept in the audit log without the person', async () => {
  const { headers, requestId } = await withLeads(app)
  const { items: owners } = (await app.get('/api/admin/leads/owners', headers)).body
  const path = `/api/admin/availability-requests/${requestId}`
  const patch = (change: object) => app.send<never>('PATCH', path, change, headers)
  expect((await patch({ assignedTo: owners[0].id })).body).toMatchObject({
    assignedToName: owners[0].username,
  })
  expect((await patch({ notes: 'Richiamare Anna alle 18' })).body).toMatchObject({
    notes: 'Richiamare Anna alle 18',
    status: 'nuova',
    assignedTo: owners[0].id,
    answeredAt: null,
  })
  expect((await patch({ dueAt: '2026-12-01T17:00:00Z' })).body).toMatchObject({
    dueAt: '2026-12-01T17:00:00.000Z',
  })
  expect((await patch({ dueAt: null, assignedTo: null })).body).toMatchObject({
    dueAt: null,
    assignedTo: null,
  })
  const log = await app.sql`
    select action, actor, before, after from audit_log
    where action = 'leads:leadChanged' and subject = ${subjectOf('availability_request', requestId)}`
  expect(log).toHaveLength(4)
  expect(JSON.stringify(log)).not.toMatch(/Anna|347|Richiamare/)
})

test('invalid values are refused in Italian and change nothing', async () => {
  const { headers, requestId, bookingId, contactId } = await withLeads(app)
  const before = await app.sql`select * from leads order by kind, id`
  const bad: [string, object, number][] = [
    [`availability-requests/${requestId}`, { status: 'aperta' }, 422],
    [`availability-requests/${requestId}`, { assignedTo: 999 }, 422],
    [`availability-requests/${requestId}`, { date: '2026-02-30' }, 422],
    [`availability-requests/${requestId}`, { time: '25:00' }, 422],
    [`availability-requests/${requestId}`, { dueAt: 'domani' }, 422],
    ['availability-requests/999999', { status: 'persa' }, 404],
    [`bookings/${bookingId}`, { time: '' }, 422],
    [`contacts/${contactId}`, { date: '2026-12-01' }, 422],
    [`contacts/${contactId}`, { status: 'persa', updatedAt: '2020-01-01T00:00:00Z' }, 409],
  ]
  for (const [path, change, status] of bad) {
    const reply = await app.send<{ detail: string }>('PATCH', `/api/admin/${path}`, change, headers)
    expect(reply.status, JSON.stringify(change)).toBe(status)
    expect(reply.body.detail).toMatch(/^[A-ZÈ].*/)
  }
  for (const [lead, via, status] of [
    [`contact/${contactId}`, 'piccione', 422],
    ['contact/999999', 'call', 404],
    [`other/${contactId}`, 'call', 422],
  ] as const)
    expect((await app.post(`/api/admin/leads/${lead}/answer`, { via }, headers)).status, lead).toBe(status)
  expect(await app.sql`select * from leads order by kind, id`).toEqual(before)
})

test('the first answer is stamped once, by a recorded call or by the first move away from nuova', async () => {
  const { headers, bookingId, contactId } = await withLeads(app)
  const path = `/api/admin/leads/booking/${bookingId}/answer`
  const answered = await app.post(path, { via: 'whatsapp' }, headers)
  expect(answered.body).toMatchObject({ status: 'contattata', answeredVia: 'whatsapp', isRead: true })
  const again = await app.post(path, { via: 'call' }, headers)
  expect(again.body).toMatchObject({ answeredAt: answered.body.answeredAt, answeredVia: 'whatsapp' })
  const moved = await app.send<{ answeredAt: string }>(
    'PATCH',
    `/api/admin/contacts/${contactId}`,
    { status: 'persa' },
    headers,
  )
  expect(moved.body.answeredAt).toMatch(/Z$/)
  const back = await app.send<object>(
    'PATCH',
    `/api/admin/contacts/${contactId}`,
    { status: 'nuova' },
    headers,
  )
  expect(back.body).toMatchObject({ status: 'nuova', answeredAt: moved.body.answeredAt })
})

test('a lead is unread until somebody opens it, and opening it creates no new version', async () => {
  const { headers, contactId } = await withLeads(app)
  const path = `/api/admin/leads/contact/${contactId}`
  const before = (await app.get(path, headers)).body
  expect(before.isRead).toBe(false)
  expect((await app.post(`${path}/read`, {}, headers)).status).toBe(204)
  const after = (await app.get(path, headers)).body
  expect(after).toMatchObject({ isRead: true, updatedAt: before.updatedAt, status: 'nuova' })
})

test('two people change one lead: the second learns that the first was faster', async () => {
  const { headers, bookingId } = await withLeads(app)
  const path = `/api/admin/bookings/${bookingId}`
  const { updatedAt } = (await app.get(path, headers)).body
  const patch = (status: string) => app.send('PATCH', path, { status, updatedAt }, headers)
  expect((await patch('preventivo')).status).toBe(200)
  expect((await patch('persa')).status).toBe(409)
  expect((await app.sql`select status from bookings where id = ${bookingId}`)[0]).toEqual({
    status: 'preventivo',
  })
})

test('a caller on the phone is entered without an e-mail, counts as answered, and gets no mail', async () => {
  await using app = await startApp()
  const headers = await app.logIn({ isSuperAdmin: false })
  const call = { name: 'Rita', phone: '0836 555111' }
  const trip = { ...call, departure: 'Otranto', destination: 'Lecce', passengers: '2', date: dayIn(32) }
  const made = await app.post('/api/admin/leads', trip, headers)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    kind: 'availability_request',
    email: null,
    formSource: 'telefono',
    status: 'contattata',
    answeredVia: 'call',
    isRead: true,
  })
  expect((await app.post('/api/admin/leads', { ...call, message: 'Orari?' }, headers)).body).toMatchObject({
    kind: 'contact',
    email: null,
  })
  for (const bad of [{ name: 'Rita' }, { ...call, departure: 'Lecce' }, { ...trip, passengers: '' }])
    expect((await app.post('/api/admin/leads', bad, headers)).status).toBe(422)
  await app.drain()
  expect(await app.sql`select id from email_messages`).toHaveLength(0)
  expect((await app.sql`select count(*) as n from leads`)[0]).toEqual({ n: 2 })
})

test('the prepared reply has the exact price for these passengers, the conditions, and the right number', async () => {
  const { headers, requestId } = await withLeads(app, { name: 'Anna Prezzi' })
  const [price] = await app.sql`
    select price1to3_pax::float as car from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where d.name = 'Aeroporto Brindisi' and a.name = 'Gallipoli'`
  const { body } = await app.get(`/api/admin/leads/availability_request/${requestId}`, headers)
  expect(body.reply.text).toContain('Ciao Anna Prezzi')
  expect(body.reply.text).toContain(`${dayWords(italian, dayIn(30))} alle 10:30`)
  expect(body.reply.text).toContain(`Per 3 passeggeri: Berlina, ${price?.car}\u00a0€ per veicolo.`)
  expect(body.reply.text).toContain('Il prezzo è fisso')
  expect(body.reply.subject).toBe(`Transfer Aeroporto Brindisi – Gallipoli (${body.code})`)
  expect(body.reply.missing).toEqual(['il numero del volo, del treno o della nave', 'il numero di bagagli'])
  const whatsapp = new URL(body.links.whatsapp)
  expect(whatsapp.origin + whatsapp.pathname).toBe('https://wa.me/393471234567')
  expect(whatsapp.searchParams.get('text')).toBe(body.reply.text)
  expect(body.links.call).toBe('tel:+393471234567')
  const list = (await app.get('/api/admin/leads?search=prezzi', headers)).body.items
  expect(list[2].links).toEqual(body.links)
  // A landline number keeps its initial 0, and a foreign number its country code.
  expect(list[1].links).toMatchObject({ call: 'tel:+390832123456', email: null })
  expect(list[1].links.whatsapp).toContain('https://wa.me/390832123456?')
  expect(list[0].links.whatsapp).toContain('https://wa.me/447911123456?')
})

test('a quoted price stays valid, and an unknown route promises none', async () => {
  const headers = await app.logIn()
  const trip = { ...request, name: 'Anna Promessa', destination: 'Otranto' }
  const { id } = await given.lead(app, 'request', { ...trip, passengers: '5', offer: 'minivan' })
  // No other test of this app looks at the prices of this route.
  await app.sql`update route_prices set price4to8_pax = 999 where slug = 'aeroporto-brindisi-otranto'`
  await eventually(async () => {
    const quoted = (await app.get(`/api/admin/leads/availability_request/${id}`, headers)).body
    expect(quoted.reply.text).toContain(quoted.quote)
    expect(quoted.reply.text).not.toContain('999')
    expect(quoted.reply.offers[0]).toContain('999')
  })
  const toRome = await given.lead(app, 'request', { ...trip, destination: 'Roma', passengers: '1-4' })
  const unknown = (await app.get(`/api/admin/leads/availability_request/${toRome.id}`, headers)).body
  expect(unknown.reply.offers).toEqual([])
  expect(unknown.reply.text).toContain('Ti mandiamo subito il prezzo fisso.')
  expect(unknown.reply.missing).toContain('il numero esatto di passeggeri')
})

test('after ten minutes without an answer every address of the office is reminded, once', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp()
  await configureMail(app, mailbox)
  await configureOffice(app)
  await withLeads(app)
  await app.drain()
  mailbox.mails.length = 0
  // Staff answer one of the two leads of noon. The ten minutes of the message at night begin when the office opens.
  const [night, noon] = [new Date('2026-06-10T01:00:00Z'), new Date('2026-06-10T10:00:00Z')]
  await app.sql`update leads set created_at = ${night} where kind = 'contact'`
  await app.sql`update leads set created_at = ${noon}, status = 'contattata', answered_at = ${noon} where kind = 'booking'`
  await app.sql`update leads set created_at = ${noon} where kind = 'availability_request'`
  const announceAt = async (due: Date, seconds: number) => {
    await announceOverdue(app.runtime.db.write, new Date(due.getTime() + seconds * 1_000))
    return app.sql`select id from outbox where type = 'leads:answerOverdue'`
  }
  expect(await announceAt(dueAt(night, 10), -30)).toHaveLength(0)
  expect(await announceAt(dueAt(noon, 10), -30)).toHaveLength(1)
  for (let times = 0; times < 2; times++) expect(await announceAt(dueAt(noon, 10), 60)).toHaveLength(2)
  const events = await app.sql`select payload from outbox where type = 'leads:answerOverdue' order by id`
  expect(events.map(({ payload }) => payload.kind).sort()).toEqual(['availability_request', 'contact'])
  await app.drain()
  expect(mailbox.mails).toHaveLength(2 * office.length)
  for (const address of office) {
    const mails = mailbox.to(address).map(({ subject }) => subject)
    expect(mails.sort()).toEqual([
      'Ancora senza risposta: Aeroporto Brindisi → Gallipoli, Anna Rossi',
      'Ancora senza risposta: Ugo Bianchi',
    ])
  }
})

test('a lead that is answered in time causes no reminder', async () => {
  await using app = await startApp()
  await configureOffice(app)
  const { headers } = await withLeads(app)
  await app.drain()
  const later = new Date(Date.now() + 30 * 3_600_000)
  await announceOverdue(app.runtime.db.write, later)
  for (const [kind, via] of [
    ['contact', 'call'],
    ['booking', 'whatsapp'],
    ['availability_request', 'email'],
  ])
    await app.post(`/api/admin/leads/${kind}/1/answer`, { via }, headers)
  await app.drain()
  expect(await app.sql`select id from email_messages where purpose = 'reminder'`).toHaveLength(0)
})

test('the mail to the office contains the same prepared reply', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ data: 'demo' })
  await configureMail(app, mailbox)
  await configureOffice(app)
  await app.post('/api/availability-requests', request)
  await app.drain()
  const [mail] = mailbox.to('uno@office.example')
  const link = mail?.text.match(/WhatsApp: (\S+)/)?.[1] ?? ''
  expect(new URL(link).searchParams.get('text')).toMatch(
    /Per 3 passeggeri: Berlina, \d+\u00a0€ per veicolo\./,
  )
})

test('each field of the request form is stored, shown to staff, exported and mailed to the office', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp()
  await configureMail(app, mailbox)
  await configureOffice(app)
  const special: Record<string, string> = {
    phone: '0832 123456',
    email: 'anna@example.com',
    passengers: '3',
    flightOrTrain: 'FR1234',
    date: dayIn(30),
    time: '10:30',
    returnDate: dayIn(37),
    returnTime: '18:05',
    position: '40.123456, 18.123456',
  }
  const form = Object.fromEntries(
    Object.keys(leadFields).map((name) => [name, special[name] ?? `Testo ${name}`]),
  )
  const sent = await app.post('/api/availability-requests', {
    ...form,
    returnTrip: true,
    formSource: 'pagina',
  })
  expect(sent.status).toBe(201)
  expect((await app.sql`select * from requests`)[0]).toMatchObject(form)
  const headers = await app.logIn()
  const shown = await app.get('/api/admin/leads/availability_request/1', headers)
  expect(shown.body).toMatchObject(form)
  const { text } = await app.get('/api/admin/leads/export.csv', headers)
  const [row = {}] = parse<Record<string, string>>(text, { bom: true, delimiter: ';', columns: true })
  expect(Object.values(row)).toEqual(expect.arrayContaining(Object.values(form)))
  await app.drain()
  const [mail] = mailbox.to('uno@office.example')
  for (const value of Object.values(form)) expect(mail?.text).toContain(dayWords(italian, value))
})

test('a message of several lines is one row of the export, and no line of it is a formula', async () => {
  const headers = await app.logIn()
  await app.post('/api/contacts', {
    ...contact,
    name: 'Ugo Righe',
    message: 'Buongiorno\n=1+cmd|’ /C calc’!A0\r\n\r\n  @SUM(1)',
  })
  const { text } = await app.get('/api/admin/leads/export.csv?search=righe', headers)
  // Parses with the line ends of all spreadsheet programs. None of them may split a record.
  const record_delimiter = ['\r\n', '\n', '\r']
  const options = { bom: true, delimiter: ';', record_delimiter, columns: true } as const
  expect(parse<Record<string, string>>(text, options).map(({ Messaggio }) => Messaggio)).toEqual([
    "Buongiorno\n'=1+cmd|’ /C calc’!A0\n\n'  @SUM(1)",
  ])
})

test('the inbox and the export say how each price came about, and for which day of travel', async () => {
  const headers = await app.logIn()
  const date = dayAfter(romanDay(new Date()), 40)
  const trips = [
    ['Aeroporto Brindisi', 'Gallipoli', date],
    ['Gallipoli', 'Aeroporto Brindisi', date],
    ['Masseria Le Fontane, Gallipoli', 'Aeroporto Brindisi', ''],
    ['Aeroporto Brindisi', 'Roma', date],
  ]
  for (const [departure, destination, day] of trips)
    await given.lead(app, 'request', { name: 'Anna Fonti', departure, destination, date: day, time: '10:00' })
  const { items } = (await app.get('/api/admin/leads?search=fonti&sort=createdAt', headers)).body
  const today = romanDay(new Date())
  expect(items.map((lead: LeadItem) => [lead.quoteSource, lead.quotedDay])).toEqual([
    ['listed', date],
    ['reverse', date],
    ['estimated', today],
    [null, date],
  ])
  const { text } = await app.get('/api/admin/leads/export.csv?search=fonti', headers)
  const rows = parse<Record<string, string>>(text, { bom: true, delimiter: ';', columns: true })
  expect(rows.map((row) => [row['Fonte del prezzo'], row['Prezzo per il giorno']]).reverse()).toEqual([
    ['listino', date],
    ['tratta inversa', date],
    ['stima', today],
    ['', ''],
  ])
})

test('the export opens in a spreadsheet unchanged, runs no formula, and is only for super admins', async () => {
  await using app = await startApp()
  const { headers } = await withLeads(app)
  await app.post('/api/contacts', { ...contact, name: '=HYPERLINK("http://x")', message: 'uno;due\n"tre"' })
  const reply = await app.get('/api/admin/leads/export.csv', headers)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/csv')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const rows = parse(reply.text, { bom: true, delimiter: ';', columns: true })
  expect(rows).toHaveLength(4)
  // Reads bytes, because reading the file as text would drop the byte order mark.
  const file = await fetch(`${app.origin}/api/admin/leads/export.csv`, { headers })
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(rows[0]).toMatchObject({ Tipo: 'Messaggio', Messaggio: 'uno;due\n"tre"', Stato: 'Nuova' })
  expect(rows[0]).toMatchObject({ Nome: '\'=HYPERLINK("http://x")', Telefono: "'+44 7911 123456" })
  expect(rows[3]).toMatchObject({
    Partenza: 'Aeroporto Brindisi',
    Destinazione: 'Gallipoli',
    Passeggeri: '3',
  })
  expect(reply.text.split('\r\n')[1]).not.toMatch(/(^|;)"?[=+@-]/)
  const one = await app.get('/api/admin/leads/export.csv?kind=booking&assignedTo=0', headers)
  expect(parse(one.text, { bom: true, delimiter: ';' })).toHaveLength(2)
  expect((await app.get('/api/admin/leads/export.csv?kind=altro', headers)).status).toBe(422)
  const admin = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/leads/export.csv', admin)).status).toBe(403)
  expect((await app.get('/api/admin/leads/export.csv')).status).toBe(401)
})
