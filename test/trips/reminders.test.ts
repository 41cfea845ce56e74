import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clockOf, dayAfter, romanDay, romanMidnight } from '../../src/kernel/romanDay.ts'
import { languageAsked, languageWith } from '../../src/languages/catalogs.ts'
import { type LanguageCode, languages } from '../../src/languages/messages.ts'
import { statusPath } from '../../src/modules/leads/lead/link.queries.ts'
import { remindOfTrips } from '../../src/modules/trips/module.ts'
import {
  driverHours,
  dueBefore,
  gapHours,
  isNight,
  isSendable,
} from '../../src/modules/trips/reminders/due.contract.ts'
import { startApp } from '../app.ts'
import { given } from '../given.ts'
import { asStaff, configureMail, configureOffice, office, openMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'
import { giveTrip } from '../rides.ts'

const app = await startApp({ data: 'demo' })
const mailbox = await openMailbox()
const { clock } = app.runtime.context
const realNow = clock.now
afterAll(async () => {
  await mailbox[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
const staff = await app.logIn()
const { sql } = app
beforeAll(async () => {
  await configureOffice(app)
  await configureMail(app, mailbox)
})
beforeEach(async () => {
  clock.now = realNow
  await sql`delete from trips`
  mailbox.mails.length = 0
})

const post = (path: string, body: object) => app.post(`/api/admin/${path}`, body, staff)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)

// All days count from the day on which the file began, also if midnight passes meanwhile.
const firstDay = romanDay(new Date())
const dayIn = (days: number) => dayAfter(firstDay, days)

/** Returns the moment of a time in Rome, some days from now. */
const at = (days: number, time: string): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const guess = new Date(romanMidnight(dayIn(days)).getTime() + (hours * 60 + minutes) * 60_000)
  const wrong = Number(clockOf(guess).slice(0, 2)) - hours
  return new Date(guess.getTime() - wrong * 3_600_000)
}

/** Runs the scheduled task `remindOfTrips` as if the current time were `now`, and sends the mails that it plans. */
async function sweepAt(now: Date) {
  clock.now = () => now
  try {
    await app.sweep('remindOfTrips')
  } finally {
    clock.now = realNow
  }
}

let count = 0

/** Stores a confirmed lead with its trip. */
async function newTrip(form: Record<string, unknown> = {}) {
  count += 1
  const lead = {
    name: 'Anna Rossi',
    phone: `+39 347 ${3_000_000 + count}`,
    email: `guest${count}@example.com`,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '2',
    date: dayIn(20),
    time: '14:30',
    flightOrTrain: 'FR1234' as string | null,
    language: 'it',
    ...form,
  }
  const flight = lead.flightOrTrain || null
  const [{ id: leadId, code }] = await sql<[{ id: number; code: string }]>`
    insert into leads (kind, name, phone, email, language, status)
    values ('booking', ${lead.name}, ${lead.phone}, ${lead.email || null}, ${lead.language}, 'confermata') returning id, code`
  await sql`
    insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_luggage, asked_day, asked_time, asked_flight)
    values ('booking', ${leadId}, ${lead.departure}, ${lead.destination}, ${lead.passengers}, ${lead.luggage}, ${lead.date},
      ${lead.time}, ${flight})`
  const pickup = sql`${`${lead.date} ${lead.time}`}::timestamp at time zone 'Europe/Rome'`
  const [{ id: tripId }] = await sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, flight_or_train)
    values (${lead.departure}, ${lead.destination}, ${pickup}, ${pickup} + interval '70 minutes', 3, 2,
      ${flight}) returning id`
  await giveTrip(sql, leadId, tripId)
  const path = statusPath({ code, language: languageAsked(lead.language).t.language }, app.runtime.context)
  return { leadId, tripId, code, email: lead.email, statusPath: path, token: path.split('/').at(-2) ?? '' }
}

async function newFleet() {
  count += 1
  const number = count
  const { body: vehicle } = await post('vehicles', {
    plate: `GG${100 + number}HH`,
    kind: 'minivan',
    seats: 8,
    bags: 8,
  })
  const { body: driver } = await post('drivers', {
    name: `Ugo ${number}`,
    phone: `+39 347 765 ${1000 + number}`,
  })
  return {
    vehicleId: vehicle.id,
    driverId: driver.id,
    plate: vehicle.plate,
    name: driver.name,
    phone: driver.phone,
  }
}

const assign = async (tripId: number, { vehicleId, driverId }: { vehicleId: number; driverId: number }) =>
  expect((await post(`trips/${tripId}/assign`, { vehicleId, driverId })).body).toMatchObject({
    state: 'assigned',
  })

async function assignedTrip(form: Record<string, unknown> = {}) {
  const trip = await newTrip(form)
  const fleet = await newFleet()
  await assign(trip.tripId, fleet)
  return { ...trip, fleet }
}

const about = (email: string, words: string) =>
  mailbox.to(email).filter(({ subject }) => subject.startsWith(words))
const today = async () => (await app.get('/api/admin/today', staff)).body

/** Returns what the panel’s page Oggi shows at the time `now`. */
async function todayAt(now: Date) {
  clock.now = () => now
  try {
    return await today()
  } finally {
    clock.now = realNow
  }
}

test('over a year no message is due at night, and each is due on time or at 20:00 of the evening before', () => {
  const start = Date.parse('2027-01-01T00:00:00Z')
  const hour = 3_600_000
  for (let quarter = 0; quarter < 366 * 96; quarter++) {
    const pickupAt = new Date(start + quarter * 15 * 60_000)
    for (const hours of [driverHours, gapHours]) {
      const due = dueBefore(pickupAt, hours)
      const usual = new Date(pickupAt.getTime() - hours * hour)
      const time = clockOf(usual)
      if (time >= '07:00' && time < '22:00') {
        if (due.getTime() !== usual.getTime()) expect(due).toEqual(usual)
        continue
      }
      const evening = time < '07:00' ? dayAfter(romanDay(usual), -1) : romanDay(usual)
      const found = `${romanDay(due)} ${clockOf(due)}`
      if (found !== `${evening} 20:00` || isNight(due))
        expect([pickupAt, found]).toEqual([pickupAt, `${evening} 20:00`])
    }
  }
  // The clock changes in the night before each of these days: an hour is missing or occurs twice.
  expect(dueBefore(new Date('2027-03-28T12:30:00Z'), 12)).toEqual(new Date('2027-03-27T19:00:00Z'))
  expect(dueBefore(new Date('2027-10-31T12:30:00Z'), 12)).toEqual(new Date('2027-10-30T18:00:00Z'))
})

test('a late message waits for the morning, unless the trip begins in the same night', () => {
  const isSent = (pickup: string, now: string) => isSendable(new Date(pickup), driverHours, new Date(now))
  expect(isSent('2027-06-02T08:00:00Z', '2027-06-01T21:00:00Z')).toBe(false)
  expect(isSent('2027-06-02T08:00:00Z', '2027-06-02T04:59:00Z')).toBe(false)
  expect(isSent('2027-06-02T08:00:00Z', '2027-06-02T05:00:00Z')).toBe(true)
  expect(isSent('2027-06-02T02:00:00Z', '2027-06-01T23:00:00Z')).toBe(true)
  // A worker that is a few minutes late still sends what was due at 21:59.
  expect(isSent('2027-06-02T07:59:00Z', '2027-06-01T20:05:00Z')).toBe(true)
  expect(isSent('2027-06-02T07:59:00Z', '2027-06-01T20:15:00Z')).toBe(false)
})

const airports: Record<string, string> = {
  it: 'Aeroporto Brindisi',
  en: 'Brindisi Airport',
  de: 'Flughafen Brindisi',
  fr: 'Aéroport de Brindisi',
}

test('in each language the customer reads by mail who drives, twelve hours before and once', async () => {
  const trips = await Promise.all(
    languages.map(async (language) => ({ language, ...(await assignedTrip({ language })) })),
  )
  for (const time of ['19:59', '20:00', '20:01']) {
    await sweepAt(at(19, time))
    if (time === '19:59') expect(mailbox.mails).toEqual([])
  }
  for (const { language, email, statusPath: path, fleet } of trips) {
    const { t } = languageWith(language)
    const [mail, ...others] = mailbox.to(email)
    expect(others).toEqual([])
    expect(mail?.subject.startsWith(`${t('driver.title')}`)).toBe(true)
    for (const words of [fleet.name, fleet.phone, fleet.plate, '14:30', t('driver.meeting'), path])
      expect(mail?.text).toContain(words)
    expect(mail?.text.toLowerCase()).toContain(t('meeting.airport').toLowerCase())
    expect(mail?.text).toContain(airports[language])
    const { text } = await app.get(path, { 'accept-language': language })
    expect(text).toContain(airports[language])
  }
})

test('the page of the request shows the driver from the due moment on, in the language of its reader', async () => {
  const { token, statusPath: path, fleet, tripId } = await assignedTrip()
  const read = async (now: Date, path: string, language = 'it') => {
    clock.now = () => now
    try {
      return await app.get(path, { 'accept-language': language })
    } finally {
      clock.now = realNow
    }
  }
  expect((await read(at(19, '19:59'), `/api/requests/${token}`)).body.drivers).toEqual([])
  expect((await read(at(19, '19:59'), path)).text).not.toContain(fleet.plate)
  for (const language of languages) {
    const { t } = languageWith(language)
    const { body } = await read(at(19, '20:00'), `/api/requests/${token}`, language)
    expect(body.drivers).toMatchObject([
      {
        name: fleet.name,
        phone: fleet.phone,
        plate: fleet.plate,
        pickupAt: at(20, '14:30').toISOString(),
        photo: null,
      },
    ])
    expect(body.drivers[0].rows.map(({ label }: { label: string }) => label)).toContain(t('driver.meeting'))
  }
  const { text } = await read(at(19, '20:00'), path)
  for (const words of [fleet.name, fleet.plate, fleet.phone, `tel:${fleet.phone.replaceAll(' ', '')}`])
    expect(text).toContain(words)
  expect((await patch(`trips/${tripId}`, { state: 'cancelled' })).status).toBe(200)
  expect((await read(at(19, '20:00'), path)).text).not.toContain(fleet.plate)
})

test('a change of driver, vehicle or time is sent once as an update, and anything else is not', async () => {
  const { email, tripId, fleet } = await assignedTrip()
  await sweepAt(at(19, '20:00'))
  expect(about(email, 'Il tuo autista')).toHaveLength(1)
  await patch(`trips/${tripId}`, { passengers: 4 })
  await sweepAt(at(19, '20:30'))
  expect(mailbox.mails).toHaveLength(1)

  const other = await newFleet()
  await assign(tripId, other)
  await sweepAt(at(19, '22:30'))
  await sweepAt(at(20, '06:59'))
  expect(mailbox.mails).toHaveLength(1)
  await sweepAt(at(20, '07:00'))
  const [update] = about(email, 'Aggiornamento, il tuo autista')
  expect(update?.text).toContain(other.plate)
  // The customer was notified of the second driver, so the change back to the first driver needs another mail.
  await assign(tripId, fleet)
  await assign(tripId, other)
  await sweepAt(at(20, '07:01'))
  expect(mailbox.mails).toHaveLength(2)
  await assign(tripId, fleet)
  await sweepAt(at(20, '07:02'))
  expect(about(email, 'Aggiornamento').at(-1)?.text).toContain(fleet.plate)

  // The mail about the new pick-up is sent at once, although the new pick-up is far away.
  await patch(`trips/${tripId}`, { pickupAt: at(25, '11:15').toISOString() })
  await sweepAt(at(20, '07:03'))
  await sweepAt(at(25, '08:00'))
  expect(about(email, 'Aggiornamento')).toHaveLength(3)
  expect(about(email, 'Aggiornamento').at(-1)?.text).toContain('11:15')
  // The driver's new phone number concerns the customer too.
  const { body: driver } = await app.get(`/api/admin/drivers/${fleet.driverId}`, staff)
  await app.send(
    'PUT',
    `/api/admin/drivers/${fleet.driverId}`,
    { ...driver, phone: '+39 347 111 2222' },
    staff,
  )
  await sweepAt(at(25, '08:01'))
  expect(about(email, 'Aggiornamento').at(-1)?.text).toContain('+39 347 111 2222')
})

test('a customer reads once that a confirmed ride has moved, before the driver is named', async () => {
  const { email, tripId, leadId, statusPath: path } = await newTrip({ language: 'de' })
  const move = async (change: object) => expect((await patch(`trips/${tripId}`, change)).status).toBe(200)
  const moved = () => about(email, 'Ihr Transfer hat sich geändert')
  await move({ pickupAt: at(21, '09:00').toISOString() })
  await move({ pickupAt: at(21, '09:45').toISOString(), to: 'Otranto' })
  // The dispatcher may not be done yet, and nobody reads mail at night.
  await sweepAt(new Date(Date.now() + 4 * 60_000))
  await sweepAt(at(1, '03:00'))
  expect(mailbox.to(email)).toEqual([])
  await sweepAt(at(1, '10:00'))
  await sweepAt(at(1, '10:01'))
  expect(moved()).toHaveLength(1)
  for (const words of ['09:45', 'Otranto', path]) expect(moved()[0]?.text).toContain(words)
  expect(moved()[0]?.subject).toContain('09:45')

  await move({ pickupAt: at(22, '08:00').toISOString() })
  await move({ pickupAt: at(21, '09:45').toISOString() })
  await move({ passengers: 4 })
  await sweepAt(at(1, '11:00'))
  expect(moved()).toHaveLength(1)

  expect((await patch(`bookings/${leadId}`, { time: '18:20' })).status).toBe(200)
  await app.drain()
  await sweepAt(at(1, '12:00'))
  expect(moved()).toHaveLength(2)
  expect(moved()[1]?.text).toContain('18:20')

  // The mail that names the driver states the new pick-up too.
  await move({ pickupAt: at(21, '17:10').toISOString() })
  await assign(tripId, await newFleet())
  await sweepAt(at(21, '08:00'))
  await sweepAt(at(21, '08:10'))
  expect(mailbox.to(email)).toHaveLength(3)
  expect(mailbox.to(email)[2]?.text).toContain('17:10')

  const cancelled = await newTrip()
  await patch(`trips/${cancelled.tripId}`, { pickupAt: at(21, '09:00').toISOString() })
  await patch(`trips/${cancelled.tripId}`, { state: 'cancelled' })
  await sweepAt(at(1, '10:00'))
  expect(mailbox.to(cancelled.email)).toEqual([])
})

test('the driver of a trip that is assigned late is sent immediately by day, at night only if it begins in that night', async () => {
  const [day, night] = [await assignedTrip(), await assignedTrip({ time: '03:15', date: dayIn(21) })]
  await sweepAt(at(20, '12:00'))
  expect(about(day.email, 'Il tuo autista')).toHaveLength(1)
  const late = await assignedTrip({ time: '09:00', date: dayIn(21) })
  await sweepAt(at(20, '23:30'))
  expect(about(night.email, 'Il tuo autista')).toHaveLength(1)
  expect(mailbox.to(late.email)).toHaveLength(0)
  await sweepAt(at(21, '07:00'))
  expect(about(late.email, 'Il tuo autista')).toHaveLength(1)
})

test('a cancelled, finished or unassigned trip sends nothing, also if it is cancelled before its mail leaves', async () => {
  const trips = [
    await assignedTrip(),
    await assignedTrip({ time: '18:00' }),
    await newTrip({ time: '20:00' }),
  ]
  const [cancelled, over] = trips
  await patch(`trips/${cancelled?.tripId}`, { state: 'cancelled' })
  await sql`update trips set state = 'finished' where id = ${over?.tripId ?? 0}`
  await sweepAt(at(20, '10:00'))
  expect(mailbox.mails.filter(({ to }) => !office.includes(String(to)))).toEqual([])

  mailbox.mails.length = 0
  const other = await assignedTrip({ date: dayIn(22) })
  await sql`update email_configurations set is_active = false`
  await sweepAt(at(22, '10:00'))
  const [mail] =
    await sql`select state from email_messages where recipient = ${other.email} and purpose = 'driver'`
  expect(mail?.state).toBe('notConfigured')
  await patch(`trips/${other.tripId}`, { state: 'cancelled' })
  await sql`update email_configurations set is_active = true`
  clock.now = () => at(22, '10:05')
  await sql`
    select graphile_worker.add_job('sendMail', json_build_object('messageId', id)) from email_messages
    where recipient = ${other.email} and purpose = 'driver'`
  await app.drain()
  clock.now = realNow
  expect(mailbox.to(other.email)).toEqual([])
})

test('several workers that look for due notices at the same time, and one that dies, write each notice once', async () => {
  const trips = [
    await assignedTrip(),
    await assignedTrip({ time: '16:40' }),
    await assignedTrip({ time: '19:10' }),
  ]
  const now = at(20, '08:00')
  await Promise.all(Array.from({ length: 6 }, () => remindOfTrips(app.runtime.db.write, now)))
  expect(await sql`select lead_id from driver_notices`).toHaveLength(3)
  // A run that fails leaves no notice, and the next run notifies the customer.
  const late = await assignedTrip({ time: '19:45' })
  await sql`
    create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`
  await sql`create trigger die before insert on outbox for each row execute function die()`
  await expect(remindOfTrips(app.runtime.db.write, now)).rejects.toThrow('killed')
  await sql`drop function die cascade`
  expect(await sql`select lead_id from driver_notices where lead_id = ${late.leadId}`).toEqual([])
  for (const time of ['08:01', '08:02']) await sweepAt(at(20, time))
  for (const { email } of [...trips, late]) expect(about(email, 'Il tuo autista')).toHaveLength(1)
})

test('each party of a shared trip reads its own pick-up, and what a party lacks is found', async () => {
  const [first, second] = [await newTrip(), await newTrip({ time: '15:00', flightOrTrain: '' })]
  expect((await post(`trips/${first.tripId}/join`, { tripIds: [second.tripId] })).status).toBe(200)
  await sweepAt(at(19, '15:00'))
  expect((await todayAt(at(19, '15:00'))).openTrips).toMatchObject([
    { tripId: first.tripId, missing: ['driver', 'flight'] },
  ])
  await assign(first.tripId, await newFleet())
  await sweepAt(at(20, '07:30'))
  expect(about(first.email, 'Il tuo autista')[0]?.text).toContain('14:30')
  expect(about(second.email, 'Il tuo autista')[0]?.text).toContain('15:00')
})

test('a customer without a working e-mail address stands in Oggi with the text, until staff have named the driver', async () => {
  const silent = await assignedTrip({ email: '', language: 'de' })
  const bounced = await assignedTrip({ time: '17:00' })
  await sql`update leads set call_instead = true where kind = 'booking' and id = ${bounced.leadId}`
  const refused = await assignedTrip({ time: '19:45' })
  const untold = async (now: Date) => (await todayAt(now)).untold
  expect(await untold(at(19, '19:59'))).toEqual([])
  await sweepAt(at(20, '09:00'))
  await sql`update email_messages set state = 'failed' where recipient = ${refused.email} and purpose = 'driver'`
  const rows = await untold(at(20, '09:00'))
  expect(rows.map(({ leadId }: { leadId: number }) => leadId)).toEqual(
    [silent, bounced, refused].map(({ leadId }) => leadId),
  )
  expect(rows[0].text).toContain(`${languageWith('de').t('driver.plate')}: ${silent.fleet.plate}`)
  expect(decodeURIComponent(rows[0].whatsapp)).toContain(silent.fleet.phone)
  expect(mailbox.to(bounced.email)).toEqual([])

  for (const { tripId, leadId } of [silent, refused, silent]) {
    const party = { leadKind: 'booking', leadId, direction: 'there' }
    expect((await post(`trips/${tripId}/told`, party)).status).toBe(204)
  }
  expect((await untold(at(20, '09:00'))).map(({ leadId }: { leadId: number }) => leadId)).toEqual([
    bounced.leadId,
  ])
  expect(await sql`select via from driver_notices where lead_id = ${silent.leadId}`).toEqual([
    { via: 'staff' },
  ])
  // After a change of the driver the customer must be notified again.
  await assign(silent.tripId, await newFleet())
  const [again] = await untold(at(20, '09:01'))
  expect(again).toMatchObject({ leadId: silent.leadId, isUpdate: true })

  const { tripId, leadId } = await newTrip()
  const told = (form: object) =>
    post(`trips/${tripId}/told`, { leadKind: 'booking', leadId, direction: 'there', ...form })
  expect((await told({})).status).toBe(409)
  expect((await told({ direction: 'back' })).status).toBe(404)
})

test('a moved ride of a customer without a working e-mail address stands in Oggi until staff have notified the customer', async () => {
  const mute = await newTrip({ email: '', language: 'de' })
  const bounced = await assignedTrip({ date: dayIn(26), time: '17:00' })
  await sql`update leads set call_instead = true where kind = 'booking' and id = ${bounced.leadId}`
  const reached = await newTrip()
  const moveTo = async ({ tripId }: { tripId: number }, pickup: Date) =>
    expect((await patch(`trips/${tripId}`, { pickupAt: pickup.toISOString() })).status).toBe(200)
  const untold = async () =>
    (await todayAt(at(1, '10:00'))).untold.filter(({ about }: { about: string }) => about === 'move')
  await moveTo(mute, at(25, '09:00'))
  await moveTo(bounced, at(26, '18:10'))
  await moveTo(reached, at(25, '09:00'))
  await sweepAt(at(1, '10:00'))
  await sweepAt(at(1, '12:00'))
  expect((await untold()).map(({ leadId }: { leadId: number }) => leadId)).toEqual([
    mute.leadId,
    bounced.leadId,
  ])
  const [row] = await untold()
  const { t } = languageWith('de')
  expect(row).toMatchObject({ tripId: mute.tripId, direction: 'there', isUpdate: false })
  for (const words of [t('moved.title'), '09:00', 'Flughafen Brindisi']) expect(row.text).toContain(words)
  expect(decodeURIComponent(row.whatsapp)).toContain('09:00')
  expect(mailbox.to(bounced.email)).toEqual([])

  const told = ({ tripId, leadId }: { tripId: number; leadId: number }, pickup: Date) =>
    post(`trips/${tripId}/told`, {
      leadKind: 'booking',
      leadId,
      direction: 'there',
      about: 'move',
      pickupAt: pickup.toISOString(),
    })
  // A colleague moves the ride again during the call.
  await moveTo(mute, at(25, '11:30'))
  expect((await told(mute, at(25, '09:00'))).status).toBe(409)
  expect((await untold())[0].text).toContain('11:30')
  expect((await told(mute, at(25, '11:30'))).status).toBe(204)
  expect((await told(mute, at(25, '11:30'))).status).toBe(204)
  expect((await untold()).map(({ leadId }: { leadId: number }) => leadId)).toEqual([bounced.leadId])
  const subject = `trips/${mute.tripId}`
  expect(
    await sql`select action from audit_log where subject = ${subject} and action = 'trips:customerTold'`,
  ).toHaveLength(1)
  // The driver is still to be named.
  expect(await sql`select via from driver_notices where lead_id = ${mute.leadId}`).toEqual([])

  // Nothing is left to say about a ride that is again as its customer knows it.
  await moveTo(bounced, at(26, '17:00'))
  expect(await untold()).toEqual([])

  // The text that names the driver states the new pick-up, so the customer is called once.
  await assign(mute.tripId, await newFleet())
  await moveTo(mute, at(25, '12:00'))
  const onTheDay = (await todayAt(at(25, '07:00'))).untold.filter(
    ({ leadId }: { leadId: number }) => leadId === mute.leadId,
  )
  expect(onTheDay).toMatchObject([{ about: 'driver' }])
  expect(onTheDay[0].text).toContain('12:00')
  const named = { leadKind: 'booking', leadId: mute.leadId, direction: 'there' }
  expect((await post(`trips/${mute.tripId}/told`, named)).status).toBe(204)
  expect(await untold()).toEqual([])
})

test('the office reads once a day what a trip lacks from a day before, and Oggi lists it with its reason', async () => {
  const noDriver = await newTrip({ departure: 'Lecce', flightOrTrain: '' })
  const noFlight = await assignedTrip({ flightOrTrain: '', time: '15:00' })
  const wrongFlight = await assignedTrip({ flightOrTrain: 'FR 1234 ore 18:40', time: '16:00' })
  const { body: own } = await post('trips', {
    from: 'Gallipoli',
    to: 'Aeroporto Brindisi',
    passengers: 2,
    bags: 1,
    flightOrTrain: 'FR 9 18:10',
    pickupAt: at(20, '17:00').toISOString(),
  })
  const complete = await assignedTrip({ time: '18:00' })
  const later = await newTrip({ date: dayIn(21), time: '23:00' })
  const gaps = async (now: Date) => (await todayAt(now)).openTrips
  await sweepAt(at(19, '14:29'))
  expect(await gaps(at(19, '14:29'))).toEqual([])
  expect(about(office[0] ?? '', 'Manca qualcosa')).toEqual([])
  for (const time of ['14:30', '17:00', '17:01', '21:00']) await sweepAt(at(19, time))
  const rows = await gaps(at(19, '17:00'))
  expect(rows).toMatchObject([
    { tripId: noDriver.tripId, missing: ['driver'], warning: '', code: noDriver.code },
    { tripId: noFlight.tripId, missing: ['flight'] },
    { tripId: wrongFlight.tripId, missing: ['flightTime'] },
    { tripId: own.id, missing: ['driver', 'flightTime'], leadId: null },
  ])
  expect(rows[2].warning).toBe('L’arrivo è alle 18:40, dopo il ritiro delle 16:00.')
  expect(rows[3].warning).toContain('Partendo alle 17:00')
  for (const address of office) {
    const mails = about(address, 'Manca qualcosa al viaggio di')
    expect(mails).toHaveLength(4)
    expect(mails[0]?.text).toContain('Il viaggio non ha un autista.')
    expect(mails[0]?.text).toContain(`/admin/richieste/booking/${noDriver.leadId}/`)
  }
  // The next day, but not at night, the office gets a mail about each of the three trips that still lack something.
  await assign(noDriver.tripId, await newFleet())
  await sweepAt(at(20, '06:59'))
  await sweepAt(at(20, '09:00'))
  expect(about(office[0] ?? '', 'Manca qualcosa')).toHaveLength(7)
  const listed = (await gaps(at(20, '09:00'))).map(({ tripId }: { tripId: number }) => tripId)
  expect([
    listed.includes(complete.tripId),
    listed.includes(later.tripId),
    listed.includes(noDriver.tripId),
  ]).toEqual([false, false, false])
})

test('the flight of a request counts for its outbound ride, and not for the return', async () => {
  const { tripId } = await newTrip()
  await sql`update rides set flight_or_train = null where trip_id = ${tripId}`
  const missing = async () => {
    const { openTrips } = await todayAt(at(20, '06:00'))
    return openTrips.find((trip: { tripId: number }) => trip.tripId === tripId).missing
  }
  expect(await missing()).toEqual(['driver'])
  await sql`update rides set direction = 'back', asked_flight = null where trip_id = ${tripId}`
  expect(await missing()).toEqual(['driver', 'flight'])
})

test('Oggi lists expiries and days out of service of the active fleet within thirty days', async () => {
  const { vehicleId, driverId, plate, name } = await newFleet()
  const save = async (path: string, form: object) => {
    const { body } = await app.get(`/api/admin/${path}`, staff)
    expect((await app.send('PUT', `/api/admin/${path}`, { ...body, ...form }, staff)).status).toBe(200)
  }
  await save(`drivers/${driverId}`, { licenceExpiresOn: dayIn(30), certificateExpiresOn: dayIn(-1) })
  await save(`vehicles/${vehicleId}`, {
    authorizationExpiresOn: dayIn(31),
    outOfServiceFrom: dayIn(10),
    outOfServiceUntil: dayIn(12),
  })
  expect((await today()).fleet).toEqual([
    { kind: 'certificate', id: driverId, name, day: dayIn(-1), until: null, isPast: true },
    { kind: 'outOfService', id: vehicleId, name: plate, day: dayIn(10), until: dayIn(12), isPast: false },
    { kind: 'licence', id: driverId, name, day: dayIn(30), until: null, isPast: false },
  ])
  await save(`vehicles/${vehicleId}`, {
    authorizationExpiresOn: dayIn(29),
    outOfServiceFrom: '',
    outOfServiceUntil: '',
  })
  const kinds = (await today()).fleet.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['certificate', 'authorization', 'licence'])
  const trip = await newTrip()
  const refused = await post(`trips/${trip.tripId}/assign`, {
    vehicleId,
    driverId: (await newFleet()).driverId,
  })
  expect(refused.status).toBe(200)
  await save(`vehicles/${vehicleId}`, { authorizationExpiresOn: dayIn(19) })
  const expired = await post(`trips/${trip.tripId}/assign`, {
    vehicleId,
    driverId: (await newFleet()).driverId,
  })
  expect([expired.status, expired.body.detail]).toEqual([
    409,
    `L’autorizzazione del veicolo ${plate} è scaduta per quel giorno.`,
  ])
  await save(`drivers/${driverId}`, { isActive: false })
  await save(`vehicles/${vehicleId}`, { isActive: false })
  expect((await today()).fleet).toEqual([])
})

test.each(languages)(
  'a customer who accepts an offer gets the accepted words and prices in %s',
  async (language: LanguageCode) => {
    const { t } = languageWith(language)
    count += 1
    const email = `accepted${count}@example.com`
    const lead = await given.lead(app, 'booking', {
      name: 'Anna Rossi',
      phone: `+39 347 ${3_000_000 + count}`,
      email,
      language,
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      passengers: '3',
      luggage: '2',
      date: dayIn(20),
      time: '14:30',
    })
    const validUntil = new Date(Date.now() + 86_400_000).toISOString()
    const { body: offer } = await post('offers', { leadKind: 'booking', leadId: lead.id, validUntil })
    const token = lead.statusPath.split('/').at(-2)
    const { body } = await app.post(
      `/api/requests/${token}/offer/${offer.id}/accept`,
      {},
      { 'x-forwarded-for': newAddress(), 'accept-language': language },
    )
    await app.drain()
    const [mail, ...more] = about(email, t('booked.subject', { route: '' }).trim())
    expect(more).toEqual([])
    for (const { label, value } of body.offer.rows) {
      expect(mail?.text).toContain(label)
      expect(mail?.text).toContain(value)
    }
    expect(mail?.text).toContain(lead.statusPath)
    expect(mail?.text).toContain(t('booked.next'))
    expect(about(office[0] ?? '', `Preventivo accettato: ${lead.code}`)).toHaveLength(1)
  },
)

test('the operator switches off each message', async () => {
  const save = async (form: object) => {
    const { body } = await app.get('/api/admin/company-settings', staff)
    await asStaff(app, 'PUT /api/admin/company-settings', { ...body, ...form })
  }
  await save({ sendsConfirmation: false, sendsDriver: false, sendsGaps: false })
  try {
    const { email, leadId, tripId } = await assignedTrip({ time: '09:00' })
    await patch(`trips/${tripId}`, { pickupAt: at(20, '09:30').toISOString() })
    await assignedTrip({ email: '' })
    await newTrip({ time: '11:00' })
    await sql`insert into offers (lead_kind, lead_id, lines, total, valid_until, language, sent_by, state, accepted_words)
      values ('booking', ${leadId}, '[]', 10, now(), 'it', 'x', 'accepted', '[]')`
    await sql`
      with event as (
        insert into outbox (type, payload)
        select 'trips:offerAccepted', jsonb_build_object('offerId', id) from offers where lead_id = ${leadId}
        returning id)
      select graphile_worker.add_job('dispatch', json_build_object('eventId', id)) from event`
    await sweepAt(at(20, '09:00'))
    expect(mailbox.to(email)).toEqual([])
    expect(about(office[0] ?? '', 'Manca')).toEqual([])
    clock.now = () => at(20, '09:00')
    const { untold, openTrips } = await today()
    expect([untold, openTrips.length]).toEqual([[], 1])
  } finally {
    clock.now = realNow
    await save({ sendsConfirmation: true, sendsDriver: true, sendsGaps: true })
  }
})
