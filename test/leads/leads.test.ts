import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clean, problems } from '../../src/kernel/check.ts'
import { dayAfter, dayWords } from '../../src/kernel/romanDay.ts'
import { italian } from '../../src/languages/catalogs.ts'
import { said } from '../../src/languages/translate.ts'
import { officeMail } from '../../src/modules/integrations/mail/templates.ts'
import { readLead } from '../../src/modules/leads/lead/lead.queries.ts'
import { requestAvailability } from '../../src/modules/leads/module.ts'
import { AvailabilityRequest, BookingRequest } from '../../src/modules/leads/requests/contract.ts'
import { leadFields } from '../../src/modules/leads/requests/fields.contract.ts'
import {
  type FlightTrip,
  flightOrTrainOf,
  flightWarning,
  terminalOf,
} from '../../src/modules/leads/requests/flight.contract.ts'
import { mapLinkOf, positionMessage, positionOf } from '../../src/modules/leads/requests/position.contract.ts'
import { tripDateProblems } from '../../src/modules/leads/requests/trip.contract.ts'
import { checkLead } from '../../src/web/site/request/lead.ts'
import { type App, openApp, startApp } from '../app.ts'
import { dayIn, given, stampOf } from '../given.ts'
import { office, openOfficeMailbox, superAdmin } from '../mailbox.ts'
import { newVisitor } from '../newAddress.ts'

/** The app of tests that look only at their own leads. Each names its person, because two equal leads are one. */
const app = await openApp({ data: 'demo' })

/** The app of tests that read mails, also only their own. */
const mailing = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(mailing)

const request = given.request({ message: 'Volo alle 10' })
const booking = given.booking({
  departure: 'Brindisi',
  destination: 'Lecce',
  time: '10:30',
  phone: '0832 123456',
})

test('a time with one digit or a point is stored as a time, and other words stay', async () => {
  for (const [typed, stored] of [
    ['9:30', '09:30'],
    ['9.30', '09:30'],
    ['18.05', '18:05'],
    ['verso le 9:30', 'verso le 9:30'],
  ]) {
    const reply = await app.post(
      '/api/availability-requests',
      { ...request, name: 'Anna Oraria', time: typed, returnTime: typed },
      newVisitor(),
    )
    expect(reply.status).toBe(201)
    const [row] = await app.sql`
      select time, return_time from availability_requests where id = ${reply.body.id}`
    expect(row).toEqual({ time: stored, returnTime: stored })
  }
})

test.each([
  [AvailabilityRequest, request, ['name', 'phone', 'email', 'departure', 'destination', 'passengers']],
  [BookingRequest, booking, ['phone', 'time', 'passengers']],
] as const)(
  'the forms refuse what the contract refuses of a required field, in the same words',
  (schema, valid, names) => {
    const typed = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: fc.constantFrom(...'a1@.+- ()/;"<é') }),
      fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{C}\u2028\u2029]/u.test(text)),
      fc.constantFrom(
        '',
        'anna@esempio',
        'anna@-esempio.it',
        'a"b@esempio.it',
        '+39 347 1234567',
        '(0832) 123',
        '12345',
        '<\u0338',
        'anna@cafe\u0301.it',
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names), typed, (name, text) => {
        const value = text.slice(0, leadFields[name].maxLength).trim()
        fc.pre(value.isWellFormed())
        const [problem] = problems(schema, clean(schema, { ...valid, [name]: value }))
        expect(checkLead(italian, { [name]: value }, [name])).toEqual(
          problem ? { [name]: said(italian, problem.message) } : {},
        )
      }),
      { numRuns: 2_000 },
    )
  },
)

async function counts(app: App) {
  const [row] = await app.sql<[{ requests: number; events: number; jobs: number }]>`
    select (select count(*) from availability_requests) as requests, (select count(*) from outbox) as events,
      (select count(*) from graphile_worker.jobs) as jobs`
  return row
}

/** Returns a function that resolves to what the shared app has stored since now. */
async function counting() {
  const before = await counts(app)
  return async () => {
    const { requests, events, jobs } = await counts(app)
    return {
      requests: requests - before.requests,
      events: events - before.events,
      jobs: jobs - before.jobs,
    }
  }
}

test('a request is stored once, with its event and its job, and answered with id and time', async () => {
  await using app = await startApp()
  const reply = await app.post('/api/availability-requests', { ...request, privacyAccepted: true })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    id: 1,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/),
    statusPath: expect.stringMatching(/^\/richiesta\/[2-9A-Z]{6}-[\w-]{22}\/$/),
    calendarPath: null,
    isSoon: false,
  })
  expect(await counts(app)).toEqual({ requests: 1, events: 1, jobs: 1 })
  const [row] = await app.sql`
    select name, email, message, form_source, privacy_version, privacy_accepted_at, status from availability_requests`
  expect(row).toMatchObject({
    name: 'Anna Rossi',
    message: 'Volo alle 10',
    privacyVersion: '2026-11',
    status: 'nuova',
  })
  expect(row?.privacyAcceptedAt).toBeInstanceOf(Date)
  expect(await app.sql`select type, payload from outbox`).toEqual([
    { type: 'leads:availabilityRequested', payload: { leadId: 1 } },
  ])
})

test('contacts and bookings are stored with their values, and null for missing ones', async () => {
  const name = 'Ugo Nullo'
  const contact = await app.post('/api/contacts', { name, phone: 'domani', email: 'ugo@example.com' })
  expect(contact.status).toBe(422)
  expect(
    (await app.post('/api/contacts', { name, phone: '0832 123456', email: 'u@example.com' }, newVisitor()))
      .status,
  ).toBe(201)
  const sent = await app.post(
    '/api/bookings',
    { ...booking, email: '', notes: 'Seggiolino', flightOrTrain: null },
    newVisitor(),
  )
  expect(sent.status).toBe(201)
  expect(
    await app.sql`
      select email, name, flight_or_train, message, notes, privacy_version from bookings
      where id = ${sent.body.id}`,
  ).toEqual([
    {
      email: null,
      name: null,
      flightOrTrain: null,
      message: 'Seggiolino',
      notes: null,
      privacyVersion: null,
    },
  ])
  expect(await app.sql`select message from contacts where name = ${name}`).toEqual([{ message: null }])
  for (const field of ['departure', 'destination', 'time', 'passengers', 'phone'])
    for (const value of ['', undefined]) {
      const { status, body } = await app.post('/api/bookings', { ...booking, [field]: value }, newVisitor())
      expect([field, status, body.errors?.[0]?.path]).toEqual([field, 422, field])
    }
})

test('a request for a quote shows its trip in the row, the mail, the inbox, its page and the sheet', async () => {
  const trip = {
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '4',
    date: dayIn(200),
    time: '09:30',
    returnDate: dayIn(207),
  }
  const person = { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com' }
  const { status, body } = await app.post(
    '/api/contacts',
    { ...person, ...trip, offer: 'minivan', flightOrTrain: 'fr 1234' },
    newVisitor(),
  )
  expect(status).toBe(201)
  const row = { ...trip, flightOrTrain: 'FR1234', returnTrip: true, quote: 'Minivan, 130\u00a0€ per veicolo' }
  expect(await app.sql`select * from contacts where id = ${body.id}`).toEqual([expect.objectContaining(row)])

  const lead = await readLead(app.sql, 'contact', body.id)
  if (!lead) throw new Error('the lead is not there')
  const { subject, text } = officeMail(lead, { call: 'tel:', whatsapp: null, email: null })
  expect(subject).toBe('Nuovo messaggio dal sito: Aeroporto Brindisi → Gallipoli, Anna Conte')
  for (const line of [
    'Partenza: Aeroporto Brindisi',
    'Destinazione: Gallipoli',
    'Passeggeri: 3',
    'Bagagli: 4',
  ])
    expect(text).toContain(line)

  const headers = await app.logIn()
  const [listed] = (await app.get('/api/admin/leads', headers)).body.items
  expect(listed).toMatchObject(row)
  expect((await app.get(`/api/admin/leads/contact/${body.id}`, headers)).body).toMatchObject(row)
  const sheet = (await app.get('/api/admin/leads/export.csv', headers)).text
  expect(sheet).toContain(`Aeroporto Brindisi;Gallipoli;${dayIn(200)};09:30;3;4;FR1234;sì;${dayIn(207)}`)
})

test('without JavaScript a quote begins with the places of its page, and stores them', async () => {
  const { text } = await app.get('/risultati-ricerca/?departure=Lecce&destination=Roma')
  expect(text).toMatch(
    /<noscript[^>]*><a href="\/richiesta\/\?departure=Lecce&amp;destination=Roma&amp;passeggeri=2/,
  )
  const page = (await app.get('/richiesta/?departure=Lecce&destination=Roma')).text
  for (const [name, value] of [
    ['departure', 'Lecce'],
    ['destination', 'Roma'],
  ])
    expect(page).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    )
  const fields = {
    departure: 'Lecce',
    destination: 'Roma',
    passengers: '3',
    name: 'Ugo Senza Script',
    phone: '0832 123456',
    email: 'u@example.com',
    whenUnknown: '1',
  }
  const sent = await app.send(
    'POST',
    '/richiesta/',
    new URLSearchParams({ ...fields, privacyAccepted: 'on' }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded', ...newVisitor() },
  )
  expect(sent.status).toBe(303)
  expect(
    await app.sql`
      select departure, destination, passengers from contacts where name = ${fields.name}`,
  ).toEqual([{ departure: 'Lecce', destination: 'Roma', passengers: '3' }])
})

test('a response leads to the status page and, with day and time, to the calendar file; a repeat leads there too', async () => {
  const dated = { date: dayIn(30), time: '10:30' }
  for (const [path, form] of [
    ['/api/availability-requests', { ...request, name: 'Anna Stato' }],
    ['/api/bookings', { ...booking, name: 'Anna Stato' }],
    ['/api/contacts', given.contact({ name: 'Anna Stato', departure: 'Lecce', destination: 'Otranto' })],
  ] as const) {
    const from = newVisitor()
    const key = { ...from, 'idempotency-key': `status-${path}` }
    const first = await app.post(path, { ...form, ...dated }, key)
    expect([path, first.status]).toEqual([path, 201])
    const { code, statusPath, calendarPath } = first.body
    expect(statusPath).toContain(`/richiesta/${code}-`)
    expect((await app.get(statusPath)).text).toContain(code)
    expect(calendarPath).toBe(`${statusPath}transfer.ics`)
    expect((await app.get(calendarPath)).headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    // A repeated key, and the same form without a key, return the first response.
    expect((await app.post(path, { ...form, ...dated }, key)).text).toBe(first.text)
    expect((await app.post(path, { ...form, ...dated }, from)).body).toEqual(first.body)
    const typed = await app.post(path, { ...form, ...dated, time: '9.30' }, from)
    expect(typed.body.calendarPath).toBe(`${typed.body.statusPath}transfer.ics`)
    const open = await app.post(path, { ...form, date: 'a luglio', time: '10:30' }, from)
    expect([open.status, open.body.calendarPath]).toEqual([201, null])
    const [, token = ''] = statusPath.match(/-([\w-]{22})\//) ?? []
    expect(token).toHaveLength(22)
    expect(app.lines.join('\n')).not.toContain(token)
    expect(JSON.stringify(await app.sql`select payload from outbox`)).not.toContain(token)
  }
})

test('a day that cannot be is refused at its field in every call; words and an empty day are accepted', async () => {
  const today = dayIn(0)
  const calls = [
    ['/api/availability-requests', request],
    ['/api/bookings', { ...booking, time: 'verso sera' }],
    ['/api/contacts', given.contact()],
  ] as const
  const refused: [object, string, RegExp][] = [
    [{ date: dayIn(-1) }, 'date', /già passato/],
    [{ date: '2020-01-01' }, 'date', /già passato/],
    [{ date: '2027-02-31' }, 'date', /non esiste/],
    [{ date: dayIn(551) }, 'date', /troppo lontano/],
    [{ date: today, returnDate: dayIn(551) }, 'returnDate', /troppo lontano/],
    [{ returnDate: dayIn(-1) }, 'returnDate', /già passato/],
    [{ date: dayIn(9), returnDate: dayIn(8) }, 'returnDate', /prima dell’andata/],
  ]
  for (const [path, form] of calls) {
    for (const [more, field, message] of refused) {
      const { status, body } = await app.post(path, { ...form, ...more })
      expect([path, more, status, body.errors?.map((one: { path: string }) => one.path)]).toEqual([
        path,
        more,
        422,
        [field],
      ])
      expect(body.errors[0].message).toMatch(message)
    }
    const accepted = [
      { date: today, returnDate: today },
      { date: dayIn(550) },
      { date: 'metà luglio', returnDate: dayIn(3) },
      { date: '' },
    ]
    const from = newVisitor()
    for (const more of accepted)
      expect([path, more, (await app.post(path, { ...form, ...more }, from)).status]).toEqual([
        path,
        more,
        201,
      ])
  }
})

test('whatever the days are, the rule refuses the past, the far future, and a return before its outbound only', () => {
  const today = '2027-01-31'
  const anyDay = fc.integer({ min: -800, max: 800 }).map((days) => dayAfter(today, days))
  const canBe = (day: string) => day >= today && day <= dayAfter(today, 550)
  fc.assert(
    fc.property(anyDay, anyDay, (date, returnDate) => {
      const paths = tripDateProblems({ date, returnDate }, today).map(({ path }) => path)
      const wrong = [...(canBe(date) ? [] : ['date']), ...(canBe(returnDate) ? [] : ['returnDate'])]
      expect(paths).toEqual(wrong.length === 0 && returnDate < date ? ['returnDate'] : wrong)
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (words) => {
      fc.pre(!/^\d{4}-\d\d-\d\d$/.test(words))
      expect(tripDateProblems({ date: words, returnDate: words }, today)).toEqual([])
    }),
  )
})

test('a position is a pair of coordinates or the https link of a map, and nothing else', () => {
  const links = [
    'https://maps.app.goo.gl/AbC123',
    'https://goo.gl/maps/AbC123',
    'https://www.google.com/maps/place/Masseria/@40.82,17.38,17z',
    'https://www.google.it/maps?q=40.35,18.17',
    'https://maps.google.com/?q=40.3529,18.1743',
    'https://maps.apple.com/?ll=40.35,18.17',
    'https://maps.apple/p/AbC123',
  ]
  for (const link of links) {
    expect(positionOf(link)).toBe(link)
    expect(positionOf(`Masseria San Domenico ${link}`)).toBe(link)
    expect(mapLinkOf(link)).toBe(link)
  }
  for (const [text, position] of [
    ['40.3529, 18.1743', '40.3529, 18.1743'],
    [' 40.35290000 18.1743 ', '40.3529, 18.1743'],
    ['(40,3529; 18,1743)', '40.3529, 18.1743'],
    ['40,3529, 18,1743', '40.3529, 18.1743'],
    ['-33.8688, 151.2093', '-33.8688, 151.2093'],
    ['', ''],
  ])
    expect([text, positionOf(text ?? '')]).toEqual([text, position])
  expect(mapLinkOf('40.3529, 18.1743')).toBe(
    'https://www.google.com/maps/search/?api=1&query=40.3529%2C+18.1743',
  )
  for (const text of [
    'vicino al mare',
    '40, 18',
    '91.5, 18.1',
    '40.1, 181.5',
    'javascript:alert(1)',
    'http://maps.google.com/?q=40.35,18.17',
    'https://maps.google.com/',
    'https://www.google.com/maps',
    'https://www.google.com/url?q=https://evil.example',
    'https://maps.google.com/url?q=https://evil.example',
    'https://www.google.com/maps/../url?q=https://evil.example',
    'https://maps.google.com.evil.example/?q=40.35,18.17',
    'https://google.com@evil.example/maps/x',
    'https://user:word@maps.app.goo.gl/AbC123',
    'https://maps.app.goo.gl:8443/AbC123',
    'https://wa.me/393471234567',
    'https://maps.app.goo.gl/AbC123 https://evil.example/',
    `https://www.google.com/maps/place/${'a'.repeat(300)}`,
  ])
    expect([text, positionOf(text)]).toEqual([text, null])
  fc.assert(
    fc.property(
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
      fc.integer({ min: -180_000_000, max: 180_000_000 }),
      (north, east) => {
        const degrees = [north / 1e6, east / 1e6]
        const position = positionOf(degrees.map((one) => one.toFixed(6)).join(', '))
        expect(position?.split(', ').map(Number)).toEqual(degrees)
        expect(positionOf(position ?? '')).toBe(position)
      },
    ),
  )
})

test('address and position of any kind of request reach the row, the mails, the inbox, the status page, calendar and sheet', async () => {
  const staff = await mailing.logIn()
  const address = 'Masseria San Domenico, contrada Petolecchia 1'
  const where = { address, position: '40,8246; 17,3837' }
  const ride = { departure: 'Aeroporto Brindisi', destination: 'Savelletri', date: dayIn(20), time: '10:30' }
  const back = { returnDate: dayIn(27), returnTime: '09:15' }
  for (const [path, kind, form] of [
    ['/api/availability-requests', 'availability_request', request],
    ['/api/bookings', 'booking', given.booking({ email: 'anna@example.com' })],
    ['/api/contacts', 'contact', given.contact()],
  ] as const) {
    const from = newVisitor()
    const wrong = await mailing.post(path, { ...form, position: 'https://evil.example/' }, from)
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ path: 'position', message: said(italian, positionMessage) }],
    ])
    expect((await mailing.post(path, { ...form, address: 'x'.repeat(201) }, from)).status).toBe(422)
    const sent = await mailing.post(path, { ...form, ...ride, ...back, ...where }, from)
    expect([path, sent.status]).toEqual([path, 201])
    const { id, code, statusPath, calendarPath } = sent.body
    const stored = { address, position: '40.8246, 17.3837' }
    expect((await mailing.get(`/api/admin/leads/${kind}/${id}`, staff)).body).toMatchObject(stored)
    expect((await mailing.get(`/api/admin/leads/${kind}/${id}`, staff)).body.reply.text).toMatch(
      /Indirizzo: Masseria San Domenico, contrada Petolecchia 1\nPosizione: https:\/\/www\.google\.com\/\S+3837\n/,
    )
    expect((await mailing.get(`/api/admin/leads?search=Petolecchia`, staff)).body.items[0]).toMatchObject({
      code,
    })
    await mailing.drain()
    const mails = mailbox.mails.filter(({ text }) => text.includes(code))
    expect(mails.length).toBeGreaterThan(1)
    for (const { text } of mails) {
      expect(text).toContain(address)
      expect(text).toContain('40.8246, 17.3837')
    }
    expect(mailbox.to(office[0] ?? '').at(-1)?.text).toContain('https://www.google.com/maps/search/')
    expect((await mailing.get(statusPath)).text).toContain(address)
    const calendar = (await mailing.get(calendarPath)).text.replaceAll('\r\n ', '').replaceAll('\\', '')
    const places = [...calendar.matchAll(/^LOCATION:(.*)\r?$/gm)].map(([, place]) => place)
    expect(places).toEqual(['Aeroporto Brindisi', `${address}, Savelletri`])
  }
  const sheet = (await mailing.get('/api/admin/leads/export.csv', staff)).text
  expect(sheet.split(`;${address};40.8246, 17.3837;`)).toHaveLength(4)
})

test('staff change address and position, and a position that is none is refused at its field', async () => {
  const staff = await app.logIn()
  const { id } = await given.lead(app, 'request', { name: 'Anna Altrove' })
  const patch = (form: object) => app.send('PATCH', `/api/admin/availability-requests/${id}`, form, staff)
  const changed = await patch({ address: 'Via Roma 5', position: '40,35 18,17' })
  expect(changed.body).toMatchObject({ address: 'Via Roma 5', position: '40.35, 18.17' })
  const wrong = await patch({ position: 'vicino al mare' })
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [{ path: 'position', message: said(italian, positionMessage) }],
  ])
  expect((await patch({ address: '', position: '' })).body).toMatchObject({ address: null, position: null })
  const call = {
    name: 'Ugo',
    phone: '0832 1234567',
    departure: 'Otranto',
    destination: 'Lecce',
    passengers: '2',
  }
  const added = await app.post(
    '/api/admin/leads',
    { ...call, address: 'Via Mare 1', position: '40.1, 18.2' },
    staff,
  )
  expect(added.body).toMatchObject({ address: 'Via Mare 1', position: '40.1, 18.2' })
  const where = { address: 'Via Mare 2', position: '40.1, 18.2' }
  const asked = await app.post('/api/admin/leads', { name: 'Ugo', phone: '0832 1234567', ...where }, staff)
  expect(asked.body).toMatchObject({ kind: 'contact', ...where })
  const [{ audited }] = await app.sql<
    [{ audited: string }]
  >`select string_agg(after::text, '') as audited from audit_log`
  expect(audited).not.toMatch(/Via|40\.1/)
})

test('an invalid e-mail is refused in Italian and leaves no row', async () => {
  const added = await counting()
  for (const [email, message] of [
    ['', 'Email richiesta'],
    [undefined, 'Email richiesta'],
    ['anna', 'Nell’indirizzo email manca la @, come in nome@esempio.it'],
    ['anna@', 'Completa l’indirizzo email prima e dopo la @'],
    ['a@b.it\r\nBcc: evil@x.it', 'Scrivi un solo indirizzo email, con una sola @'],
    ['a@b.it, evil@x.it', 'Scrivi un solo indirizzo email, con una sola @'],
  ]) {
    const reply = await app.post('/api/availability-requests', { ...request, email })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([{ path: 'email', message }])
  }
  const optional = await app.post('/api/bookings', { ...booking, email: 'anna@' })
  expect(optional.body.errors).toEqual([
    { path: 'email', message: 'Completa l’indirizzo email prima e dopo la @' },
  ])
  expect(await added()).toEqual({ requests: 0, events: 0, jobs: 0 })
})

test('keys that the form does not have never reach the table', async () => {
  const extra = {
    id: 999_999,
    status: 'confermata',
    notes: 'mia',
    assignedTo: 1,
    createdAt: '2020-01-01T00:00:00Z',
  }
  const name = 'Anna Chiavi'
  const sent = await app.post('/api/availability-requests', { ...request, ...extra, name }, newVisitor())
  const { id } = sent.body
  expect(id).not.toBe(extra.id)
  expect(
    await app.sql`select id, status, notes, assigned_to from availability_requests where name = ${name}`,
  ).toEqual([{ id, status: 'nuova', notes: null, assignedTo: null }])
})

test('the same Idempotency-Key returns the first response, and another body under it is refused', async () => {
  const key = { 'idempotency-key': 'aaaaaaaa-1', ...newVisitor() }
  const added = await counting()
  const first = await app.post('/api/availability-requests', request, key)
  const again = await app.post('/api/availability-requests', request, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await app.post('/api/availability-requests', { ...request, passengers: '4' }, key)
  expect(other.status).toBe(409)
  expect(await added()).toEqual({ requests: 1, events: 1, jobs: 1 })
})

test('two equal requests at the same moment with one key are one lead', async () => {
  const key = { 'idempotency-key': 'bbbbbbbb-1', ...newVisitor() }
  const added = await counting()
  const replies = await Promise.all([1, 2, 3].map(() => app.post('/api/availability-requests', request, key)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await added()).toEqual({ requests: 1, events: 1, jobs: 1 })
})

test('an equal request within ten minutes gets the first response; later, or with a difference, it is a new one', async () => {
  const equal = { ...request, name: 'Anna Uguale' }
  const from = newVisitor()
  const added = await counting()
  const first = await app.post('/api/availability-requests', equal, from)
  const twice = await Promise.all([1, 2].map(() => app.post('/api/availability-requests', equal, from)))
  for (const reply of twice) expect([reply.status, reply.body]).toEqual([201, first.body])
  expect(await added()).toEqual({ requests: 1, events: 1, jobs: 1 })
  const differing = { ...equal, passengers: '5' }
  expect((await app.post('/api/availability-requests', differing, from)).body.id).not.toBe(first.body.id)
  const age = (minutes: number) =>
    app.sql`
      update leads set created_at = now() - make_interval(mins => ${minutes})
      where kind = 'availability_request' and name = ${equal.name}`
  await age(9)
  expect((await app.post('/api/availability-requests', equal, from)).body.id).toBe(first.body.id)
  await age(11)
  // This IP address has sent the maximum of five leads, so `given.lead` uses another one.
  expect((await given.lead(app, 'request', equal)).id).not.toBe(first.body.id)
  expect(await added()).toEqual({ requests: 3, events: 3, jobs: 3 })
})

test('two equal first requests at the same moment without a key are one request', async () => {
  const equal = { ...request, name: 'Anna Prima' }
  const from = newVisitor()
  const added = await counting()
  const replies = await Promise.all([1, 2, 3].map(() => app.post('/api/availability-requests', equal, from)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await added()).toEqual({ requests: 1, events: 1, jobs: 1 })
})

test('a robot’s first attempt is refused politely and leaves no row; a sender without the guard fields is accepted', async () => {
  const added = await counting()
  for (const guard of [
    { website: 'https://spam.example', phone: '347 1111111' },
    { elapsedMs: 300, phone: '347 2222222' },
  ]) {
    const reply = await app.post('/api/availability-requests', { ...request, ...guard })
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatch(/premi ancora una volta «Invia»/)
  }
  expect(await added()).toEqual({ requests: 0, events: 0, jobs: 0 })
  const person = { ...request, name: 'Anna Persona', website: '', elapsedMs: 9_000 }
  expect((await app.post('/api/availability-requests', person, newVisitor())).status).toBe(201)
})

test('the sixth lead from one address within ten minutes is refused with 429, another address is not', async () => {
  await app.inOneWindow()
  const added = await counting()
  const [here, there] = [newVisitor(), newVisitor()]
  const send = (index: number, from: { 'x-forwarded-for': string }) =>
    app.post('/api/availability-requests', { ...request, name: 'Anna Sesta', passengers: `${index}` }, from)
  for (let index = 1; index <= 5; index++) expect((await send(index, here)).status).toBe(201)
  const sixth = await send(6, here)
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(7, there)).status).toBe(201)
  expect(await added()).toMatchObject({ requests: 6 })
})

test('refused input and a repeated order count against no limit, and a plain form counts with the calls', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.inOneWindow()
  const from = { 'x-forwarded-for': '203.0.113.1' }
  const post = async (more: object, headers = {}) =>
    (await app.post('/api/availability-requests', { ...request, ...more }, { ...from, ...headers })).status
  const send = async (passengers: string) => {
    const form = { ...request, passengers, whenUnknown: '1', privacyAccepted: 'on' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.send('POST', '/richiesta/', new URLSearchParams(form).toString(), { ...from, ...type })
  }
  for (let index = 0; index < 6; index++) expect(await post({ phone: 'x' })).toBe(422)
  const key = { 'idempotency-key': 'cccccccc-1' }
  for (let index = 0; index < 6; index++) expect(await post({}, key)).toBe(201)
  for (const passengers of ['3', '4']) expect((await send(passengers)).status).toBe(303)
  for (const passengers of ['5', '6']) expect(await post({ passengers })).toBe(201)
  expect(await post({ passengers: '7' })).toBe(429)
  const refused = await send('8')
  expect([refused.status, refused.text.includes('Troppe richieste')]).toEqual([429, true])
  expect(await app.sql`select bucket, sum(count)::int as count from rate_limits group by 1`).toContainEqual({
    bucket: 'leads',
    count: 7,
  })
})

test('a command that is rolled back leaves neither event nor job', async () => {
  await using app = await startApp()
  const aborted = app.sql.begin(async (tx) => {
    await requestAvailability.execute(tx as never, request, superAdmin, app.runtime.context)
    expect(await tx`select id from outbox`).toHaveLength(1)
    throw new Error('power cut')
  })
  await expect(aborted).rejects.toThrow('power cut')
  expect(await counts(app)).toEqual({ requests: 0, events: 0, jobs: 0 })
})

const trip = {
  ...request,
  departure: 'Aeroporto Brindisi',
  destination: 'Gallipoli',
  passengers: '2',
  luggage: '2',
  date: dayIn(200),
  time: '09:30',
  flightOrTrain: 'fr 1234',
  offer: 'economy',
  returnTrip: true,
  returnDate: dayIn(300),
  returnTime: '18:05',
}

test('each request names its form, and no visitor can name one of the office’s own', async () => {
  const person = { name: 'Anna Modulo', phone: '347 1234567', email: 'anna@example.com' }
  const ride = { departure: 'Lecce', destination: 'Roma', passengers: '2', date: dayIn(50), time: '09:30' }
  const rows = await Promise.all(
    ['preventivo', 'telefono', 'whatsapp', undefined].flatMap((formSource) =>
      ['contacts', 'bookings'].map(async (table) => {
        const { status, body } = await app.post(
          `/api/${table}`,
          { ...person, ...(table === 'bookings' && ride), ...(formSource && { formSource }) },
          newVisitor(),
        )
        expect(status).toBe(201)
        const [row] = await app.sql`select form_source from ${app.sql(table)} where id = ${body.id}`
        return row?.formSource
      }),
    ),
  )
  expect(rows).toEqual(['preventivo', 'preventivo', 'sito', 'sito', 'sito', 'sito', null, null])
  const office = { ...ride, ...person, formSource: 'telefono' }
  const { status, body } = await app.post('/api/availability-requests', office, newVisitor())
  expect(status).toBe(201)
  const [row] = await app.sql`select form_source from availability_requests where id = ${body.id}`
  expect(row?.formSource).toBe('sito')
})

test('optional fields of the forms are stored, the flight in the format of timetables, the price computed here', async () => {
  const { message: _, formSource: __, ...common } = trip
  for (const [path, table, body] of [
    ['/api/availability-requests', 'availability_requests', trip],
    ['/api/bookings', 'bookings', common],
  ] as const) {
    // The server ignores a price in the input.
    const sent = await app.post(
      path,
      { ...body, name: 'Anna Opzioni', quote: 'Minivan, 1 €', price: '1' },
      newVisitor(),
    )
    expect(sent.status).toBe(201)
    const [row] = await app.sql`
      select date, time, flight_or_train, luggage, return_trip, return_date, return_time, quote, code
      from ${app.sql(table)} where id = ${sent.body.id}`
    expect(row).toEqual({
      date: dayIn(200),
      time: '09:30',
      flightOrTrain: 'FR1234',
      luggage: '2',
      returnTrip: true,
      returnDate: dayIn(300),
      returnTime: '18:05',
      quote: 'Economy condiviso, 80\u00a0€ (40\u00a0€ a persona × 2)',
      code: sent.body.code,
    })
  }
  const tooSmall = await app.post(
    '/api/bookings',
    { ...booking, ...common, passengers: '7', offer: 'berlina' },
    newVisitor(),
  )
  expect(await app.sql`select quote, return_quote from bookings where code = ${tooSmall.body.code}`).toEqual([
    { quote: null, returnQuote: null },
  ])
  expect((await app.post('/api/bookings', { ...booking, offer: 'razzo' })).status).toBe(422)
})

test('flight numbers are joined, other words stay unchanged', () => {
  const cases = ['fr 1234', 'U2-567', 'ic 605', 'Frecciarossa  9543', 'FR1234', 'volo da Milano']
  expect(cases.map(flightOrTrainOf)).toEqual([
    'FR1234',
    'U2567',
    'IC605',
    'Frecciarossa 9543',
    'FR1234',
    'volo da Milano',
  ])
})

const brindisi = { from: 'Aeroporto Brindisi', to: 'Otranto', flightOrTrain: '', time: '' }
const toBrindisi = { from: 'Otranto', to: 'Aeroporto Brindisi', flightOrTrain: '', time: '' }

test.each<[Partial<FlightTrip>, RegExp]>([
  [{ flightOrTrain: '12345' }, /non sembra un numero di volo/],
  [{ flightOrTrain: 'FR123456' }, /non sembra un numero di volo/],
  [{ flightOrTrain: 'volo da Milano' }, /non sembra un numero di volo/],
  [{ flightOrTrain: 'FR 1234 per Bari' }, /sembra di Bari.*Aeroporto Brindisi/],
  [{ from: 'Stazione Lecce', flightOrTrain: 'Frecciarossa' }, /manca il numero del treno/],
  [{ from: 'Lecce', flightOrTrain: 'FR1234' }, /né la partenza né la destinazione è un aeroporto/],
  [{ time: '00:40' }, /già il giorno dopo la mezzanotte/],
  [{ ...toBrindisi, time: '04:10' }, /è notte/],
  [{ ...toBrindisi, time: '10:30', flightTime: '12:00' }, /entro le 10:00/],
  [{ ...toBrindisi, time: '10:00', flightTime: '12:30', rideMinutes: 65 }, /entro le 09:25/],
  [{ ...toBrindisi, time: '23:00', flightTime: '00:30' }, /entro le 22:30/],
])('a trip of which flight, airport or time do not fit is reported: %j', (trip, warning) => {
  expect(flightWarning(italian, { ...brindisi, ...trip })).toMatch(warning)
})

test.each<Partial<FlightTrip>>([
  {},
  { flightOrTrain: 'fr 1234', time: '23:40' },
  { flightOrTrain: 'volo FR1234 da Milano' },
  { flightOrTrain: 'Ryanair 1234' },
  { flightOrTrain: 'U2-567, atterra alle 9' },
  { flightOrTrain: 'FR 1234 Bari Brindisi' },
  { from: 'Stazione Lecce', flightOrTrain: 'Frecciarossa 9543' },
  { from: 'Porto Cesareo', to: 'Lecce', flightOrTrain: 'arrivo in barca' },
  { ...toBrindisi, time: '08:00', flightTime: '11:30', rideMinutes: 65 },
  { ...toBrindisi, time: '22:00', flightTime: '00:30' },
  { ...toBrindisi, time: 'mattina', flightTime: '11:30' },
])('a trip whose flight, airport and time fit causes no warning: %j', (trip) => {
  expect(flightWarning(italian, { ...brindisi, ...trip })).toBe('')
})

test('only names of terminals are terminals', () => {
  const names = ['Aeroporto Brindisi', 'Stazione Lecce', 'Porto di Bari', 'Porto Cesareo', 'Otranto']
  expect(names.map(terminalOf)).toEqual(['Aeroporto', 'Stazione', 'Porto', null, null])
})

test('no two leads of any kind have one code, and no code has an ambiguous letter', async () => {
  await using app = await startApp()
  await app.sql`
    insert into leads (kind, name, phone, email) select 'contact', 'A', '1', 'a@b.it' from generate_series(1, 300)`
  await app.sql`
    insert into leads (kind, phone) select 'booking', '1' from generate_series(1, 300)`
  await app.post('/api/availability-requests', request)
  const codes = await app.sql<{ code: string }[]>`
    select code from contacts union all select code from bookings union all select code from availability_requests`
  expect(new Set(codes.map(({ code }) => code)).size).toBe(601)
  for (const { code } of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
})

test('the receipt links to a page that shows the trip and its state, and to nobody else’s', async () => {
  const email = 'ricevuta@example.com'
  const { body } = await mailing.post('/api/availability-requests', { ...trip, email }, newVisitor())
  await mailing.drain()
  const [receipt] = mailbox.to(email)
  const staff = mailbox.to(office[0] ?? '').find(({ text }) => text.includes(body.code))
  for (const mail of [receipt, staff]) {
    expect(mail?.text).toContain(body.code)
    expect(mail?.text).toContain('FR1234')
    expect(mail?.text).toContain(`Data del ritorno: ${dayWords(italian, dayIn(300))}`)
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('80 € (40 € a persona × 2)')
  }
  expect(staff?.text).not.toContain('/richiesta/')
  const path = receipt?.text.match(/https:\/\/www\.salento\.example(\/richiesta\/\S+\/)/)?.[1] ?? ''
  expect(path).toMatch(/^\/richiesta\/[2-9A-Z]{6}-[\w-]{22}\/$/)
  const page = await mailing.get(path)
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.text).toContain('name="robots" content="noindex"')
  for (const words of [body.code, 'Ricevuta', 'Da Aeroporto Brindisi a Gallipoli', 'FR1234', 'transfer.ics'])
    expect(page.text).toContain(words)
  for (const words of ['Anna', '347', email, 'Volo alle 10']) expect(page.text).not.toContain(words)
  await mailing.sql`update leads set status = 'confermata' where kind = 'availability_request' and id = ${body.id}`
  expect((await mailing.get(path)).text).toContain('Confermata')
  expect((await mailing.get(path.slice(0, -1))).headers.get('location')).toBe(path)

  const token = path.split('/')[2] ?? ''
  const other = (await given.lead(mailing, 'contact', { name: 'Ugo Ricevuta' })).code
  const wrong = [
    `${body.code}-${'A'.repeat(22)}`,
    `${other}-${token.slice(7)}`,
    token.slice(0, -1),
    `${token}A`,
    body.code,
    String(body.id),
    'stato',
  ]
  for (const one of wrong) {
    expect([one, (await mailing.get(`/richiesta/${one}/`)).status]).toEqual([one, 404])
    expect([one, (await mailing.get(`/richiesta/${one}/transfer.ics`)).status]).toEqual([one, 404])
    expect([one, (await mailing.get(`/api/requests/${one}`)).status]).toEqual([one, 404])
  }
  expect((await mailing.get('/richiesta/')).status).toBe(200)
  await mailing.sql`delete from leads where kind = 'availability_request' and id = ${body.id}`
  expect((await mailing.get(path)).status).toBe(404)
})

test('the calendar file is complete, in Roman time, and attached to the receipt', async () => {
  const email = 'calendario@example.com'
  const long = `Otranto, via ${'delle Orchidee; '.repeat(8)}\\ 3`
  await mailing.post('/api/availability-requests', { ...trip, email, destination: long }, newVisitor())
  await mailing.drain()
  const [receipt] = mailbox.to(email)
  const [file] = receipt?.attachments ?? []
  expect(file).toMatchObject({ filename: 'transfer.ics', mimeType: 'text/calendar' })
  const path = receipt?.text.match(/\/richiesta\/\S+\//)?.[0]
  const download = await mailing.get(`${path}transfer.ics`)
  expect(download.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  // postal-mime returns a calendar as text with changed line ends.
  expect(file?.content.trimEnd()).toBe(download.text.replaceAll('\r\n', '\n').trimEnd())
  for (const line of download.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(download.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = download.text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(name)).map((line) => line.slice(line.indexOf(':') + 1))
  expect(all('DTSTART')).toEqual([stampOf(dayIn(200), '09:30'), stampOf(dayIn(300), '18:05')])
  expect(all('DTSTAMP').every((stamp) => /^\d{8}T\d{6}Z$/.test(stamp))).toBe(true)
  expect(new Set(all('UID')).size).toBe(2)
  const said = all('LOCATION')[1]?.replace(/\\(.)/g, '$1')
  expect(said).toBe(long)

  const { body } = await mailing.post(
    '/api/availability-requests',
    { ...request, email, time: '10:30', date: 'fine febbraio' },
    newVisitor(),
  )
  await mailing.drain()
  const bare = mailbox.to(email).find(({ text }) => text.includes(body.code))
  expect(bare?.attachments).toEqual([])
  const barePath = bare?.text.match(/\/richiesta\/\S+\//)?.[0]
  expect((await mailing.get(`${barePath}transfer.ics`)).status).toBe(404)
  expect((await mailing.get(`${barePath}`)).text).not.toContain('transfer.ics')
})
