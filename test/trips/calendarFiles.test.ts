import { afterAll, expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { openOfficeMailbox } from '../mailbox.ts'
import { newVisitor } from '../newAddress.ts'
import { openZone } from '../zone.ts'

const app = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)
const staff = await app.logIn()
const { clock } = app.runtime.context
const realNow = clock.now
const setZone = openZone()
afterAll(() => {
  clock.now = realNow
})

/** Checks the lines of an iCalendar file (RFC 5545, 3.1), and returns its events as properties by name. */
function eventsOf(file: string): Record<string, string>[] {
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  return file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    )
}

const { body: ugo } = await app.post('/api/admin/drivers', { name: 'Ugo Notte', phone: '347 1234567' }, staff)
const van = { plate: 'CF100AA', kind: 'minivan', seats: 8, bags: 8 }
const { body: vehicle } = await app.post('/api/admin/vehicles', van, staff)

async function feedPath(driverId?: number): Promise<string> {
  const { body } = await app.post('/api/admin/calendar-feed', driverId ? { driverId } : {}, staff)
  return new URL(body.url).pathname
}

test('the feeds of office and driver have the right moments in the nights in which the clocks change', async () => {
  const [office, own] = [await feedPath(), await feedPath(ugo.id)]
  const rides = [
    ['2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'],
    ['2026-12-31T22:30:00Z', '2026-12-31T23:30:00Z'],
    ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
    ['2027-10-31T00:30:00Z', '2027-10-31T01:08:00Z'],
    ['2027-10-31T01:30:00Z', '2027-10-31T02:30:00Z'],
  ] as const
  const ids: number[] = []
  for (const [pickupAt, endsAt] of rides) {
    const form = { from: 'Lecce', to: 'Aeroporto Brindisi', passengers: 2, bags: 1, pickupAt, endsAt }
    const { body } = await app.post('/api/admin/trips', form, staff)
    // Finished, because one driver could not do two rides in a row without a pause.
    await app.sql`
      update trips set state = 'finished', vehicle_id = ${vehicle.id}, driver_id = ${ugo.id} where id = ${body.id}`
    ids.push(body.id)
  }
  // A feed begins 90 days before today.
  clock.now = () => romanMoment('2026-11-01', '12:00')
  const stamp = (moment: string) => moment.replace(/[-:]/g, '')
  for (const zone of ['UTC', 'Europe/Rome', 'America/New_York'])
    for (const path of [office, own]) {
      setZone(zone)
      const events = eventsOf((await app.get(path)).text)
      for (const [index, [pickupAt, endsAt]] of rides.entries()) {
        const event = events.find(({ UID }) => UID?.startsWith(`viaggio-${ids[index]}@`))
        expect([zone, event?.DTSTART, event?.DTEND]).toEqual([zone, stamp(pickupAt), stamp(endsAt)])
        expect(String(event?.DTEND) > String(event?.DTSTART)).toBe(true)
      }
    }
})

test('a changed trip has a higher number and its time of change, and a cancelled trip says so', async () => {
  clock.now = realNow
  const office = await feedPath()
  const pickupAt = `${dayIn(40)}T10:00`
  const form = { from: 'Nardò, "centro"; Galàtone', to: 'Otranto', passengers: 2, bags: 1, pickupAt }
  const { body: trip } = await app.post('/api/admin/trips', form, staff)
  const event = async () =>
    eventsOf((await app.get(office)).text).find(({ UID }) => UID?.startsWith(`viaggio-${trip.id}@`)) ?? {}
  const first = await event()
  expect(first).toMatchObject({ SEQUENCE: '0', STATUS: 'CONFIRMED' })
  expect(first.LOCATION).toBe('Nardò\\, "centro"\\; Galàtone')
  const sequences = [Number(first.SEQUENCE)]
  for (const change of [{ pickupAt: `${dayIn(40)}T10:30` }, { to: 'Gallipoli' }, { state: 'cancelled' }]) {
    const saved = await app.send('PATCH', `/api/admin/trips/${trip.id}`, change, staff)
    expect(saved.status).toBe(200)
    const next = await event()
    sequences.push(Number(next.SEQUENCE))
    expect(next.UID).toBe(first.UID)
    for (const name of ['LAST-MODIFIED', 'DTSTAMP'])
      expect(next[name]).toBe(`${saved.body.updatedAt.slice(0, 19).replace(/[-:]/g, '')}Z`)
  }
  expect(sequences).toEqual([0, 1, 2, 3])
  expect(await event()).toMatchObject({ STATUS: 'CANCELLED' })
})

interface Guest {
  id: number
  statusPath: string
  calendarPath: string
}

async function guestOf(form: Record<string, unknown>): Promise<Guest> {
  const { body } = await app.post('/api/availability-requests', given.request(form), newVisitor())
  return body
}

const viewPathIn = (file: string) =>
  file
    .replaceAll('\r\n ', '')
    .replaceAll('\\n', ' ')
    .match(/https:\/\/www\.salento\.example(\/\S+-[\w-]{22}\/)/)?.[1] ?? ''

test('a guest’s calendar file has moments in UTC, and its number grows with each change of the ride', async () => {
  clock.now = () => romanMoment('2026-12-01', '12:00')
  const night = await guestOf({
    date: '2027-10-31',
    time: '02:30',
    returnTrip: true,
    returnDate: '2027-11-02',
  })
  clock.now = realNow
  const ride = await guestOf({ date: dayIn(50), time: '09:30' })
  const read = async ({ calendarPath }: Guest) => eventsOf((await app.get(calendarPath)).text)
  for (const zone of ['UTC', 'Europe/Rome']) {
    setZone(zone)
    const [event] = await read(night)
    expect([zone, event?.DTSTART, event?.DTEND]).toEqual([zone, '20271031T003000Z', '20271031T013000Z'])
  }
  setZone()
  const path = `/api/admin/availability-requests/${ride.id}`
  const seen = [(await read(ride))[0]?.SEQUENCE]
  // Notes are no change of the ride.
  for (const change of [
    { notes: 'Cliente gentile' },
    { time: '10:15' },
    { date: dayIn(51) },
    { status: 'persa' },
  ]) {
    expect((await app.send('PATCH', path, change, staff)).status).toBe(200)
    seen.push((await read(ride))[0]?.SEQUENCE)
  }
  expect(seen).toEqual(['0', '0', '1', '2', '3'])
  expect((await read(ride))[0]?.STATUS).toBe('CANCELLED')
})

test('the link in a calendar file shows the request and changes nothing', async () => {
  const email = 'calendario-letto@example.com'
  const { id, statusPath, calendarPath } = await guestOf({ date: dayIn(60), time: '09:30', email })
  await app.drain()
  const file = (await app.get(calendarPath)).text
  const [receipt] = mailbox.to(email)
  const attached = receipt?.attachments[0]?.content ?? ''
  const [own, view] = [statusPath.split('/')[2] ?? '', viewPathIn(file)]
  const token = view.split('/')[2] ?? ''
  expect(view).toMatch(/^\/richiesta\/[2-9A-Z]{6}-[\w-]{22}\/$/)
  expect(token).not.toBe(own)
  for (const text of [file, attached]) expect(text.replace(/\r?\n /g, '')).not.toContain(own)
  expect(viewPathIn(attached.replaceAll('\n', '\r\n'))).toBe(view)

  const page = await app.get(view)
  expect([page.status, page.headers.get('x-robots-tag'), page.headers.get('referrer-policy')]).toEqual([
    ...[200, 'noindex', 'no-referrer'],
  ])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain('Questo link mostra la richiesta, ma non la cambia.')
  expect(page.text).not.toContain('name="azione"')
  expect(page.text).not.toContain(own)
  expect((await app.get(statusPath)).text).not.toContain('Questo link mostra la richiesta')
  expect((await app.get(statusPath)).text).toContain('name="azione"')
  expect((await app.get(`${view}transfer.ics`)).text).toBe(file)
  expect((await app.get(`/api/requests/${token}`)).body).toMatchObject({
    isViewOnly: true,
    canCancel: false,
    canChange: false,
    reviewToken: null,
  })

  const validUntil = `${dayIn(20)}T10:00`
  const offer = { leadKind: 'availability_request', leadId: id, validUntil }
  const { body: sent } = await app.post('/api/admin/offers', offer, staff)
  expect((await app.get(statusPath)).text).toContain('value="accetta"')
  expect((await app.get(view)).text).not.toContain('value="accetta"')
  const stored = () => app.sql`
    select status, notes, (select state from offers where offers.id = ${sent.id}) as offer
    from availability_requests where id = ${id}`
  const before = await stored()
  for (const code of languages) {
    const { t } = languageWith(code)
    const language = { ...newVisitor(), 'accept-language': code }
    for (const [call, body] of [
      ['cancel', {}],
      ['changes', { text: 'Alle 12' }],
      [`offer/${sent.id}/accept`, {}],
    ] as const) {
      const { status, body: problem } = await app.post(`/api/requests/${token}/${call}`, body, language)
      expect([code, call, status, problem.detail]).toEqual([code, call, 403, t('api.viewOnly')])
    }
    const path = localPath(t, view)
    for (const fields of [
      { azione: 'annulla' },
      { azione: 'modifica', text: 'Alle 12' },
      { azione: 'accetta', offerta: String(sent.id) },
    ] as Record<string, string>[]) {
      const reply = await app.send('POST', path, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...newVisitor(),
      })
      expect([code, fields.azione, reply.status]).toEqual([code, fields.azione, 403])
      expect(reply.text).toContain(t('api.viewOnly'))
    }
  }
  expect(await stored()).toEqual(before)

  await app.sql`delete from leads where kind = 'availability_request' and id = ${id}`
  expect((await app.get(view)).status).toBe(404)
  expect((await app.post(`/api/requests/${token}/cancel`, {}, newVisitor())).status).toBe(404)
})
