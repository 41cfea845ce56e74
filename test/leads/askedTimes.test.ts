import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { office, openOfficeMailbox } from '../mailbox.ts'
import { newVisitor } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)
const { clock } = app.runtime.context
const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})

/** Sets the server's clock to a time in Rome. */
function itIs(day: string, time: string): void {
  clock.now = () => romanMoment(day, time)
}
const today = '2027-01-04'

const calls = [
  ['/api/availability-requests', given.request({ formSource: 'pagina' })],
  ['/api/bookings', given.booking({ email: 'anna@example.com' })],
  ['/api/contacts', given.contact({ departure: 'Lecce', destination: 'Otranto' })],
] as const

async function refusalsOf(path: string, form: object): Promise<[status: number, ...fields: string[]]> {
  const { status, body } = await app.post(path, form, newVisitor())
  return [status, ...(body.errors ?? []).map(({ path }: { path: string }) => path)]
}

test('each call that stores a request asks again for a time that is past or does not exist', async () => {
  itIs(today, '16:34')
  for (const [path, form] of calls) {
    const when = (more: object) => refusalsOf(path, { ...form, date: today, time: '18:00', ...more })
    expect([path, await when({ time: '08:00' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ time: '00:05' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ time: '8.00' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ time: '8,00' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ time: '18,30' })]).toEqual([path, [201]])
    expect([path, await when({ time: '24:00' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ time: '25:10' })]).toEqual([path, [422, 'time']])
    expect([path, await when({ date: '2027-01-03' })]).toEqual([path, [422, 'date']])
    expect([path, await when({ date: '0026-01-04' })]).toEqual([path, [422, 'date']])
    expect([path, await when({ date: '2027-03-28', time: '02:30' })]).toEqual([path, [422, 'time']])
    const back = { returnTrip: true, returnDate: today }
    expect([path, await when({ ...back, returnTime: '17:00' })]).toEqual([path, [422, 'returnTime']])
    expect([path, await when({ ...back, returnTime: '18:00' })]).toEqual([path, [422, 'returnTime']])
    expect([path, await when({ ...back, returnTime: '24:00' })]).toEqual([path, [422, 'returnTime']])
    expect([path, await when({ ...back, returnDate: '2027-01-03' })]).toEqual([path, [422, 'returnDate']])
    // Words are no clock time, and the same minute is not past.
    expect([path, await when({ time: 'verso sera' })]).toEqual([path, [201]])
    expect([path, await when({ time: '16:34' })]).toEqual([path, [201]])
    // Italian and French ways to write a time.
    expect([path, await when({ time: '18,30' })]).toEqual([path, [201]])
    expect([path, await when({ time: '18\u00a0h\u00a045' })]).toEqual([path, [201]])
    expect([path, await when({ ...back, returnTime: '21:00' })]).toEqual([path, [201]])
  }
  expect(await app.sql`select distinct time from bookings where time like '18%' order by time`).toEqual([
    { time: '18:00' },
    { time: '18:30' },
    { time: '18:45' },
  ])
})

test('the time of Rome decides, also in the nights in which the clocks change', async () => {
  const [path, form] = calls[1]
  const ask = (date: string, time: string) => refusalsOf(path, { ...form, date, time })
  // In New York it is still the day before.
  itIs('2027-01-01', '00:30')
  expect(await ask('2026-12-31', '23:50')).toEqual([422, 'date'])
  expect(await ask('2027-01-01', '00:10')).toEqual([422, 'time'])
  expect(await ask('2027-01-01', '00:40')).toEqual([201])
  // Between the two 2:30 of the night: the second is still ahead.
  clock.now = () => new Date('2027-10-31T00:45:00Z')
  expect(await ask('2027-10-31', '02:30')).toEqual([201])
  expect(await ask('2027-10-31', '01:30')).toEqual([422, 'time'])
  clock.now = () => new Date('2027-10-31T01:45:00Z')
  expect(await ask('2027-10-31', '02:30')).toEqual([422, 'time'])
})

const formOf = (path: string, fields: Record<string, string>) =>
  app.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...newVisitor(),
  })

const typed = {
  departure: 'Lecce',
  destination: 'Otranto',
  passengers: '2',
  message: 'Seggiolino & passeggino',
  name: 'Anna Tardi',
  phone: '+39 347 1234567',
  email: 'tardi@example.com',
  privacyAccepted: 'on',
  flightOrTrain: 'FR1234',
  address: 'Via Roma 1',
  luggage: '3',
}

test('without JavaScript a past time is asked again in four languages, and can be sent as a message', async () => {
  itIs(today, '16:34')
  for (const code of languages) {
    const { t } = languageWith(code)
    const page = localPath(t, '/richiesta/')
    const past = { ...typed, date: today, time: '08:00', returnTrip: '1', returnDate: '2027-01-09' }
    const refused = await formOf(page, past)
    expect([code, refused.status]).toEqual([code, 422])
    expect(refused.text).toContain(t('check.pastTime'))
    expect(refused.text).toContain(t('request.past'))
    for (const value of ['Seggiolino &amp; passeggino', 'FR1234', 'Via Roma 1', 'tardi@example.com'])
      expect(refused.text).toContain(value)
    const sent = await formOf(page, { ...past, azione: 'messaggio' })
    expect([code, sent.status]).toEqual([code, 303])
    const [row] = await app.sql`select * from contacts order by id desc limit 1`
    expect(row).toMatchObject({
      departure: 'Lecce',
      destination: 'Otranto',
      passengers: '2',
      time: '08:00',
      luggage: '3',
      message: 'Seggiolino & passeggino',
      flightOrTrain: 'FR1234',
      address: 'Via Roma 1',
      returnTrip: true,
      language: code,
      date: expect.stringMatching(/^4.*2027$/),
      returnDate: expect.stringMatching(/^9.*2027$/),
    })
    const skipped = await formOf(page, { ...typed, date: '2027-03-28', time: '02:30' })
    expect([code, skipped.status]).toEqual([code, 422])
    expect(skipped.text).toContain(t('check.skippedHour', { time: '02:30' }))
    expect(skipped.text).not.toContain(t('request.past'))
  }
})

test('a ride within two hours is accepted, the page asks to call, and staff see it as urgent', async () => {
  // Staff get the mail of a request by its real time of arrival, so this test uses the real clock.
  const soon = new Date(Date.now() + 60 * 60_000)
  const [date, time] = [soon, soon].map((at, index) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Rome',
      ...(index === 0 ? { dateStyle: 'short' } : { timeStyle: 'short' }),
    }).format(at),
  )
  const booking = given.booking({ date, time, name: 'Anna Fretta', email: 'fretta@example.com' })
  const { status, body } = await app.post('/api/bookings', booking, newVisitor())
  expect([status, body.isSoon]).toEqual([201, true])
  const page = await app.get(body.statusPath)
  expect(page.text).toContain('Il viaggio comincia tra poco')
  expect(page.text).toMatch(/comincia tra poco.{0,400}href="tel:/s)
  await app.drain()
  const mail = mailbox.to(office[0] ?? '').find(({ text }) => text.includes('Anna Fretta'))
  expect(mail?.subject).toContain(`URGENTE, parte alle ${time}`)
  await app.sql`update leads set status = 'confermata' where kind = 'booking' and id = ${body.id}`
  expect((await app.get(body.statusPath)).text).not.toContain('Il viaggio comincia tra poco')
  const later = await app.post('/api/bookings', given.booking({ date: dayIn(200) }), newVisitor())
  expect([later.status, later.body.isSoon]).toEqual([201, false])
  expect((await app.get(later.body.statusPath)).text).not.toContain('Il viaggio comincia tra poco')
})

test('a repeat after a lost answer gets the first answer, although the time has passed since', async () => {
  itIs(today, '16:34')
  const key = { 'idempotency-key': randomUUID(), ...newVisitor() }
  const booking = given.booking({ date: today, time: '16:40', name: 'Anna Ripete' })
  const first = await app.post('/api/bookings', booking, key)
  itIs(today, '17:00')
  const again = await app.post('/api/bookings', booking, key)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect(await app.sql`select id from bookings where name = 'Anna Ripete'`).toHaveLength(1)
  expect(await refusalsOf('/api/bookings', booking)).toEqual([422, 'time'])
})
