import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeSheet, openSheet } from '../../src/modules/trips/sheets/sheets.writes.ts'
import { inTransaction } from '../../src/platform/db.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'
import { giveTrip } from '../rides.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const get = (path: string) => app.get(`/api/admin/service-sheets${path}`, staff)
const correct = (id: number, form: object) => app.post(`/api/admin/service-sheets/${id}/correct`, form, staff)

const open = (tripId: number, startKm: number, at: Date) =>
  inTransaction(sql, (tx) => openSheet(tx, { tripId, startKm, time: { at, isReceipt: false }, pickupAt: at }))
const close = (tripId: number, endKm: number | null, at: Date) =>
  inTransaction(sql, (tx) => closeSheet(tx, { tripId, endKm, time: { at, isReceipt: false } }))

let plates = 100
async function newVehicle(): Promise<number> {
  plates += 1
  const van = { plate: `SH${plates}AA`, kind: 'minivan', seats: 8, bags: 8 }
  const authorization = { authorizationNumber: '12', municipality: 'Nardò' }
  return (await app.post('/api/admin/vehicles', { ...van, ...authorization }, staff)).body.id
}
const { body: ugo } = await app.post('/api/admin/drivers', { name: 'Ugo Dé', phone: '347 1234567' }, staff)
const driver: number = ugo.id

/** Adds a trip of the vehicle. The trip is finished, so that it clashes with no other trip. */
async function newTrip(vehicle: number): Promise<number> {
  const [{ id }] = await sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_id, driver_id, state)
    values ('Lecce', 'Otranto', now(), now() + interval '1 hour', 2, 1, ${vehicle}, ${driver}, 'finished')
    returning id`
  return id
}

/** Confirms a new booking and assigns its trip. */
async function bookedTrip(vehicle: number, days: number) {
  const person = {
    name: 'Zoë Müller – Conte',
    phone: `+39 347 ${3_000_000 + vehicle}`,
    email: 'zoe@example.com',
  }
  const ride = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', address: 'Via Roma 1' }
  const lead = await given.lead(app, 'booking', { ...person, ...ride, date: dayIn(days), time: '14:30' })
  await app.send('PATCH', `/api/admin/bookings/${lead.id}`, { status: 'confermata' }, staff)
  await app.drain()
  const [{ id }] = await sql<[{ id: number }]>`
    select trip_id as id from rides where lead_kind = 'booking' and lead_id = ${lead.id}`
  const assigned = await app.post(
    `/api/admin/trips/${id}/assign`,
    { vehicleId: vehicle, driverId: driver },
    staff,
  )
  expect(assigned.status).toBe(200)
  return { id, lead, person }
}

test('a sheet has the words of trip, vehicle, driver and customer, and keeps them when these change', async () => {
  const vehicle = await newVehicle()
  const { id: trip, person } = await bookedTrip(vehicle, 20)
  const sheet = await open(trip, 1000, new Date('2026-06-01T08:00:00Z'))
  const expected = {
    id: sheet,
    year: 2026,
    number: 1,
    vehicleId: vehicle,
    plate: `SH${plates}AA`,
    tripId: trip,
    authorizationNumber: '12',
    municipality: 'Nardò',
    driverName: 'Ugo Dé',
    passengerName: person.name,
    from: 'Aeroporto Brindisi',
    to: 'Via Roma 1, Gallipoli',
    startKm: 1000,
    departureAt: '2026-06-01T08:00:00.000Z',
    corrects: null,
    correctedBy: null,
  }
  expect((await get(`/${sheet}`)).body).toMatchObject({ ...expected, arrivalAt: null, endKm: null })
  await expect(open(trip, 1000, new Date())).rejects.toThrow('ha già il suo foglio')
  await sql`update vehicles set municipality = 'Lecce' where id = ${vehicle}`
  await expect(close(trip, 999, new Date('2026-06-01T09:00:00Z'))).rejects.toThrow(
    'meno di quelli alla partenza (1.000)',
  )
  await close(trip, 1085, new Date('2026-06-01T09:10:00Z'))
  const end = { arrivalAt: '2026-06-01T09:10:00.000Z', endKm: 1085 }
  expect((await get(`/${sheet}`)).body).toMatchObject({ ...expected, ...end })
  await expect(close(trip, 1090, new Date())).rejects.toThrow('non ha un foglio di servizio aperto')
})

test('a report that arrives in the wrong order of time ends no trip before its start', async () => {
  const trip = await newTrip(await newVehicle())
  const sheet = await open(trip, 1, new Date())
  const { departureAt } = (await get(`/${sheet}`)).body
  await close(trip, null, new Date('2020-01-01'))
  expect((await get(`/${sheet}`)).body).toMatchObject({ arrivalAt: departureAt, endKm: null })
})

test('the year of a number is that of the departure in Rome', async () => {
  const vehicle = await newVehicle()
  const numberOf = async (at: string) => {
    const id = await open(await newTrip(vehicle), 0, new Date(at))
    const { year, number } = (await get(`/${id}`)).body
    return `${number}/${year}`
  }
  expect(await numberOf('2025-12-31T22:59:59Z')).toBe('1/2025')
  expect(await numberOf('2025-12-31T23:00:00Z')).toBe('1/2026')
  expect(await numberOf('2025-12-31T12:00:00Z')).toBe('2/2025')
  expect(await numberOf('2026-07-01T00:00:00Z')).toBe('2/2026')
})

test(
  'numbers have no gaps and no repeats, whatever starts at once and whatever is rolled back',
  async () => {
    const start = fc.record({ vehicle: fc.nat(1), year: fc.constantFrom(2025, 2026), isUndone: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(start, { minLength: 4, maxLength: 12 }), async (starts) => {
        const vehicles = [await newVehicle(), await newVehicle()]
        const trips = await Promise.all(starts.map(({ vehicle }) => newTrip(vehicles[vehicle] ?? 0)))
        await Promise.allSettled(
          starts.map(({ year, isUndone }, index) =>
            inTransaction(sql, async (tx) => {
              const at = new Date(`${year}-06-01`)
              const time = { at, isReceipt: false }
              await openSheet(tx, { tripId: trips[index] ?? 0, startKm: 0, time, pickupAt: at })
              if (isUndone) throw new Error('undone')
            }),
          ),
        )
        const rows = await sql<{ vehicleId: number; year: number; numbers: number[] }[]>`
          select vehicle_id, year, array_agg(number order by number) as numbers from service_sheets
          where vehicle_id = any(${vehicles}) group by vehicle_id, year`
        const kept = Map.groupBy(
          starts.filter(({ isUndone }) => !isUndone),
          ({ vehicle, year }) => `${vehicles[vehicle]} ${year}`,
        )
        expect(new Map(rows.map((row) => [`${row.vehicleId} ${row.year}`, row.numbers]))).toEqual(
          new Map(
            [...kept].map(([key, { length }]) => [key, Array.from({ length }, (_, index) => index + 1)]),
          ),
        )
      }),
      { numRuns: inFull(5, 20) },
    )
  },
  inFull(60_000, 600_000),
)

test('the database refuses every change of a sheet except its end, and its deletion within fifteen days', async () => {
  const trip = await newTrip(await newVehicle())
  const id = await open(trip, 100, new Date())
  const refusal = 'neither changed nor deleted within its term'
  const changes = [
    { start_km: 90 },
    { plate: 'XX000XX' },
    { passenger_name: 'Altro' },
    { number: 7 },
    { trip_id: 1 },
    { arrival_at: new Date(), driver_name: 'Altro' },
  ]
  const refused = async () => {
    for (const change of changes)
      await expect(sql`update service_sheets set ${sql(change)} where id = ${id}`).rejects.toThrow(refusal)
    await expect(sql`delete from service_sheets where id = ${id}`).rejects.toThrow(refusal)
  }
  await refused()
  await close(trip, 120, new Date())
  await refused()
  const again = sql`update service_sheets set arrival_at = now(), end_km = 130 where id = ${id}`
  await expect(again).rejects.toThrow(refusal)
})

test('a correction is a new numbered sheet that names the old one, which stays as it was', async () => {
  const vehicle = await newVehicle()
  const trip = await newTrip(vehicle)
  const id = await open(trip, 100, new Date('2026-05-02T08:00:00Z'))
  const form = {
    reason: 'Chilometri letti male',
    driverName: 'Ugo Dé',
    passengerName: 'Anna Rossi',
    from: 'Lecce',
    to: 'Otranto',
    startKm: 101,
    endKm: 150,
    departureAt: '2026-05-02T08:05:00.000Z',
    arrivalAt: '2026-05-02T09:00:00.000Z',
  }
  expect((await correct(id, form)).body.detail).toContain('non è ancora finito')
  await close(trip, 149, new Date('2026-05-02T09:00:00Z'))
  const before = (await get(`/${id}`)).body
  const refused = async (change: object) => {
    const { status, body } = await correct(id, { ...form, ...change })
    return [status, ...body.errors.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ reason: ' ' })).toEqual([422, 'reason'])
  expect(await refused({ endKm: 100 })).toEqual([422, 'endKm'])
  expect(await refused({ startKm: 1.5 })).toEqual([422, 'startKm'])
  expect(await refused({ arrivalAt: '2026-05-02T08:00:00Z' })).toEqual([422, 'arrivalAt'])
  expect(await refused({ arrivalAt: '2090-05-02T08:00:00Z' })).toEqual([422, 'arrivalAt'])

  const replies = await Promise.all([correct(id, form), correct(id, form), correct(id, form)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const { body: corrected } = replies.find(({ status }) => status === 201) ?? replies[0]
  expect(corrected).toMatchObject({
    ...form,
    number: 2,
    corrects: id,
    correctsNumber: '1/2026',
    tripId: trip,
  })
  expect((await get(`/${id}`)).body).toEqual({
    ...before,
    correctedBy: corrected.id,
    correctedByNumber: '2/2026',
  })
  const twice = await correct(corrected.id, { ...form, endKm: 151 })
  expect(twice.body).toMatchObject({ number: 3, corrects: corrected.id, endKm: 151 })
  const [entry] = await sql`
    select before, after from audit_log where subject = ${`service_sheets/${corrected.id}`}`
  expect(JSON.stringify(entry)).not.toMatch(/Anna|Ugo|Lecce/)
  expect((await correct(2_000_000, form)).status).toBe(404)
})

test('sheets are listed by year and vehicle, the latest departure first, and found by their words', async () => {
  const vehicle = await newVehicle()
  const add = async (at: string) => open(await newTrip(vehicle), 0, new Date(at))
  const first = await add('2024-03-01T08:00:00Z')
  const second = await add('2024-04-01T08:00:00Z')
  const other = await add('2023-04-01T08:00:00Z')
  const ids = async (query: string) => (await get(query)).body.items.map(({ id }: { id: number }) => id)
  expect(await ids(`?vehicle=${vehicle}`)).toEqual([second, first, other])
  expect(await ids(`?vehicle=${vehicle}&year=2024`)).toEqual([second, first])
  expect(await ids(`?vehicle=${vehicle}&sort=number&year=2024`)).toEqual([first, second])
  expect(await ids(`?vehicle=${vehicle}&search=otran`)).toHaveLength(3)
  expect(await ids(`?vehicle=${vehicle}&search=2`)).toEqual([second])
  expect(await ids(`?vehicle=${vehicle}&search=nessuno`)).toEqual([])
  expect((await get('?year=24')).body.errors[0].path).toBe('year')
  expect((await get('/2000000')).status).toBe(404)
})

test('a vehicle with sheets cannot be deleted, so that its numbers never begin again', async () => {
  const vehicle = await newVehicle()
  const trip = await newTrip(vehicle)
  await open(trip, 0, new Date())
  await sql`delete from trips where id = ${trip}`
  const { status, body } = await app.send('DELETE', `/api/admin/vehicles/${vehicle}`, undefined, staff)
  expect([status, body.detail]).toEqual([409, expect.stringContaining('fogli di servizio')])
})

/** Adds a sheet whose trip ended some days ago. */
async function oldSheet(
  vehicle: number,
  number: number,
  { days = 16, parties = 0, corrects = 0 },
  tripId?: number,
) {
  const trip = tripId ?? (await newTrip(vehicle))
  const [{ id }] = await sql<[{ id: number }]>`
    insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, from_place, to_place,
      departure_at, arrival_at, start_km, end_km, created_at, corrects, reason)
    select ${vehicle}, extract(year from at at time zone 'Europe/Rome'), ${number}, ${trip}, ${parties}, 'A', 'B',
      'C', 'D', at, at, 1, 2, at, ${corrects || null}, ${corrects ? 'errore' : null}
    from (select now() - make_interval(days => ${days}) as at) as moment returning id`
  return { id, trip }
}

test('retention deletes sheets after the period for leads, and sheets of deleted leads after the term of the law', async () => {
  const vehicle = await newVehicle()
  const kept = await oldSheet(vehicle, 1, { days: 700 })
  const tooOld = await oldSheet(vehicle, 2, { days: 740 })
  const ofDeletedLead = await oldSheet(vehicle, 3, { days: 16, parties: 1 })
  const inTerm = await oldSheet(vehicle, 4, { days: 14, parties: 1 })
  const corrected = await oldSheet(vehicle, 5, { days: 16, parties: 1 })
  const correction = await oldSheet(
    vehicle,
    6,
    { days: 3, parties: 1, corrects: corrected.id },
    corrected.trip,
  )
  const pair = await oldSheet(vehicle, 7, { days: 30, parties: 1 })
  await oldSheet(vehicle, 8, { days: 20, parties: 1, corrects: pair.id }, pair.trip)
  await app.sweep('purgeOldSheets')
  const left = await sql<{ id: number }[]>`
    select id from service_sheets where vehicle_id = ${vehicle} order by number`
  expect(left.map(({ id }) => id)).toEqual([kept.id, inTerm.id, corrected.id, correction.id])
  expect(left).not.toContainEqual({ id: tooOld.id })
  expect(left).not.toContainEqual({ id: ofDeletedLead.id })
})

test('an erasure keeps the sheet of a recent trip and says so; the sheet is deleted when its term ends', async () => {
  const vehicle = await newVehicle()
  const { id: trip, lead, person } = await bookedTrip(vehicle, 30)
  const recent = await open(trip, 10, new Date())
  const { body: exported } = await app.get(
    `/api/admin/privacy/export?phone=${encodeURIComponent(person.phone)}`,
    staff,
  )
  expect(exported.serviceSheets).toMatchObject([{ number: 1, passengerName: person.name }])
  const { id: old } = await oldSheet(vehicle, 2, { days: 16, parties: 1 })
  const [second] = await sql`select trip_id from service_sheets where id = ${old}`
  await giveTrip(sql, lead.id, Number(second?.tripId), 'back')
  const erased = await app.post('/api/admin/privacy/erase', { phone: person.phone }, staff)
  expect(erased.body).toMatchObject({ leads: 1, keptSheets: 1 })
  await app.drain()
  const ids = () => sql`select id from service_sheets where vehicle_id = ${vehicle}`
  expect(await ids()).toEqual([{ id: recent }])
  // Simulates that sixteen days have passed.
  await sql`alter table service_sheets disable trigger user`
  await sql`
    update service_sheets set departure_at = now() - interval '16 days', created_at = now() - interval '16 days',
      year = extract(year from (now() - interval '16 days') at time zone 'Europe/Rome')
    where id = ${recent}`
  await sql`alter table service_sheets enable trigger user`
  await app.sweep('purgeOldSheets')
  expect(await ids()).toEqual([])
})

test('sheets are exported as CSV and as PDF with one sheet on each page, by number', async () => {
  const vehicle = await newVehicle()
  const trip = await newTrip(vehicle)
  const first = await open(trip, 100, new Date('2025-02-01T08:00:00Z'))
  await close(trip, 150, new Date('2025-02-01T09:00:00Z'))
  await open(await newTrip(vehicle), 150, new Date('2025-03-01T08:00:00Z'))
  const sheet = (await get(`/${first}`)).body
  const form = {
    driverName: 'Niccolò – Élan',
    passengerName: '=Иван',
    reason: 'Nome',
    endKm: 151,
    startKm: 100,
  }
  const corrected = await correct(first, { ...sheet, ...form })
  expect(corrected.status).toBe(201)
  const csv = await get(`/export?year=2025&vehicle=${vehicle}`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = csv.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  expect(lines.map(([number]) => number)).toEqual(['Numero', '1', '2', '3'])
  expect(lines[3]).toEqual([
    ...['3', '2025', sheet.plate, '12', 'Nardò', 'Niccolò – Élan', "'=Иван"],
    ...['Lecce', '01/02/25, 09:00', '100', 'Otranto', '01/02/25, 10:00', '151', '1/2025', 'Nome', '', ''],
  ])
  expect(lines[1]?.at(-2)).toBe('3/2025')
  const reply = await fetch(`${app.origin}/api/admin/service-sheets/export?vehicle=${vehicle}&format=pdf`, {
    headers: staff,
  })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  expect(reply.headers.get('content-disposition')).toContain('fogli-di-servizio.pdf')
  const pdf = Buffer.from(await reply.arrayBuffer()).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3)
  expect(pdf).toMatch(/\/FontName \/[A-Z]{6}\+NotoSans/)
  expect((await get('/export?format=docx')).status).toBe(422)
  expect((await app.get('/api/admin/service-sheets/export?format=pdf')).status).toBe(401)
})
