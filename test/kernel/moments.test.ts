import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findClock, isMeantAsClock, readClock } from '../../src/kernel/clockTime.ts'
import { momentText } from '../../src/kernel/moment.ts'
import { clockOf, romanDay, romanMoments } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'
import { openZone } from '../zone.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()

/** Time zones of the server's machine, none of which may show in an answer. */
const zones = ['UTC', 'Europe/Rome', 'America/New_York']
const setZone = openZone()

const trip = { from: 'Lecce', to: 'Otranto', passengers: 2, bags: 1 }
const add = (pickupAt: string, more: object = {}) =>
  app.post('/api/admin/trips', { ...trip, pickupAt, ...more }, staff)

test('a moment without an offset is a time in Rome, whatever the time zone of the server', async () => {
  for (const zone of zones) {
    setZone(zone)
    for (const [written, stored] of [
      ['2027-05-04T10:00', '2027-05-04T08:00:00.000Z'],
      ['2027-05-04 10:00:30', '2027-05-04T08:00:30.000Z'],
      ['2027-12-31T23:30', '2027-12-31T22:30:00.000Z'],
      ['2028-01-01T00:30', '2027-12-31T23:30:00.000Z'],
      ['2027-05-04T10:00Z', '2027-05-04T10:00:00.000Z'],
      ['2027-05-04T10:00:00.5-04:00', '2027-05-04T14:00:00.500Z'],
      // The first of the two 2:30 of that night, unless an offset chooses the second.
      ['2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
      ['2027-10-31T02:30+01:00', '2027-10-31T01:30:00.000Z'],
    ]) {
      const { status, body } = await add(written ?? '')
      expect([zone, written, status, body.pickupAt]).toEqual([zone, written, 201, stored])
    }
    const { body } = await add('2027-05-04T10:00', { endsAt: '2027-05-04T11:15' })
    expect([zone, body.endsAt]).toEqual([zone, '2027-05-04T09:15:00.000Z'])
  }
})

test('a moment that does not exist is refused at its field, with the reason', async () => {
  const skipped = /Le 02:30 di quel giorno non esistono: alle 02:00 gli orologi in Italia passano alle 03:00/
  const unread = /^Indica quando si parte$/
  for (const [pickupAt, sentence] of [
    ['2027-03-28T02:30', skipped],
    ['2027-03-28T02:30:00', skipped],
    ['2027-03-28T24:00', unread],
    ['2027-03-28T25:10', unread],
    ['2027-03-28T10:60', unread],
    ['0026-03-28T10:00', unread],
    ['2027-02-30T10:00', unread],
    ['2027-02-30T10:00Z', unread],
    ['2027-03-28', unread],
    ['10:00', unread],
    ['domani', unread],
  ] as const) {
    const { status, body } = await add(pickupAt)
    expect([pickupAt, status, body.errors?.[0]?.path]).toEqual([pickupAt, 422, 'pickupAt'])
    expect(body.errors[0].message).toMatch(sentence)
  }
  // A field that may be empty says the same as one that may not.
  const { status, body } = await add('2027-03-28T01:30', { endsAt: '2027-03-28T02:30' })
  expect([status, body.errors[0].path]).toEqual([422, 'endsAt'])
  expect(body.errors[0].message).toMatch(skipped)
})

test('a time that staff or a form ask for exists on its day in Rome', async () => {
  const lead = await app.post(
    '/api/admin/leads',
    {
      name: 'Anna',
      phone: '347 1234567',
      departure: 'Lecce',
      destination: 'Otranto',
      passengers: '2',
      date: '2027-03-28',
      time: '02:30',
    },
    staff,
  )
  expect([lead.status, lead.body.errors?.[0]?.path]).toEqual([422, 'time'])
  const stored = await app.post(
    '/api/admin/leads',
    {
      name: 'Anna',
      phone: '347 1234567',
      departure: 'Lecce',
      destination: 'Otranto',
      passengers: '2',
      date: '2027-03-27',
      time: '02:30',
    },
    staff,
  )
  expect(stored.status).toBe(201)
  const path = `/api/admin/availability-requests/${stored.body.id}`
  const moved = await app.send('PATCH', path, { date: '2027-03-28' }, staff)
  expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, 'time'])
  // A time that an earlier version has stored keeps staff from no other change.
  await app.sql`update rides set asked_day = '2027-03-28' where lead_kind = 'availability_request' and lead_id = ${stored.body.id}`
  const noted = { notes: 'Richiamare', date: '2027-03-28', time: '02:30' }
  expect((await app.send('PATCH', path, noted, staff)).status).toBe(200)
  expect((await app.send('PATCH', path, { time: '02:45' }, staff)).status).toBe(422)
  await app.sql`update rides set asked_day = '2027-03-27' where lead_kind = 'availability_request' and lead_id = ${stored.body.id}`
  const offer = { leadKind: 'availability_request', leadId: stored.body.id, validUntil: '2027-03-20T10:00' }
  const lines = [{ direction: 'there', day: '2027-03-28', time: '02:30', vehicle: 'berlina', total: '80' }]
  const sent = await app.post('/api/admin/offers', { ...offer, lines }, staff)
  expect([sent.status, sent.body.errors?.[0]?.path]).toEqual([422, 'lines.0.time'])
})

test('what a field for a moment shows is read back as the same moment', async () => {
  const minute = fc.integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2090, 0, 1) / 60_000 })
  // The nights in which summer time begins and ends.
  const night = fc
    .constantFrom('2026-10-25', '2027-03-28', '2027-10-31', '2026-12-31')
    .chain((day) => fc.integer({ min: -180, max: 360 }).map((more) => Date.parse(day) / 60_000 + more))
  for (const zone of zones) {
    setZone(zone)
    fc.assert(
      fc.property(fc.oneof(minute, night), (minutes) => {
        const at = new Date(minutes * 60_000)
        const [day, time] = [romanDay(at), clockOf(at)]
        const moments = romanMoments(day, time)
        expect(moments.map(Number)).toContain(Number(at))
        expect(momentText(`${day}T${time}`)).toBe(moments[0]?.toISOString())
        expect(momentText(at.toISOString())).toBe(at.toISOString())
      }),
    )
  }
})

test('every way to write a clock time is read alike, and words are no clock time', () => {
  for (const [text, clock] of [
    ...[['9:05', '09:05'] as const, ['09.05', '09:05'] as const, ['9h05', '09:05'] as const],
    ...[['9,05', '09:05'] as const, ['9 h 05', '09:05'] as const, ['14 h 30', '14:30'] as const],
    ...[['09:05:30', '09:05'] as const, ['23:59', '23:59'] as const, ['0:00', '00:00'] as const],
    ...[['24:00', null] as const, ['25:10', null] as const, ['9:60', null] as const, ['sera', null] as const],
  ])
    expect([text, readClock(text)]).toEqual([text, clock])
  for (const text of ['24:00', '25:10', '9:60', '24.00', '10:5', '99:99:99'])
    expect([text, isMeantAsClock(text)]).toEqual([text, true])
  for (const text of ['sera', 'verso le 10:00', 'dopo le 9', '10-12', ''])
    expect([text, isMeantAsClock(text)]).toEqual([text, false])
  expect(findClock('FR 1234, atterra alle 9.30')).toBe('09:30')
  expect(findClock('FR 1234 del 12.05.2027')).toBe(null)
})
