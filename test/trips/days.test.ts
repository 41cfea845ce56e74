import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { startApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { inFull } from '../length.ts'

const app = await startApp({ data: 'demo' })
afterAll(() => app[Symbol.asyncDispose]())
const staff = await app.logIn()
const { sql } = app

const post = (path: string, body: object) => app.post(`/api/admin/${path}`, body, staff)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)

/** Number of random days. `DAYS=100000 npm exec -- vitest run test/trips/days.test.ts` is the longest proof. */
const numRuns = Number(process.env.DAYS) || inFull(5, 200)
const msPerDay = 20_000

const places = ['Lecce', 'Gallipoli', 'Otranto', 'Aeroporto Brindisi'] as const
const bufferMinutes = 15
const seats = 5

/** Returns the minutes between any two places, as the product plans them for a trip without an entered arrival. */
async function driveTimes(): Promise<(from: string, to: string) => number> {
  const times = new Map<string, number>()
  for (const from of places)
    for (const to of places) {
      if (from === to) continue
      const pickupAt = romanMoment(dayIn(10), '10:00').toISOString()
      const { body } = await post('trips', { from, to, pickupAt, passengers: 1, bags: 0 })
      times.set(`${from} ${to}`, (Date.parse(body.endsAt) - Date.parse(body.pickupAt)) / 60_000)
    }
  return (from, to) => times.get(`${from} ${to}`) ?? 0
}

const step = fc.record({
  kind: fc.constantFrom(
    ...(['assign', 'assign', 'assign', 'assign', 'assign', 'assign', 'assign', 'assign'] as const),
    ...(['free', 'move', 'move', 'join', 'split'] as const),
    ...(['cancel', 'reopen', 'lose', 'confirm'] as const),
  ),
  lead: fc.nat(5),
  other: fc.nat(5),
  vehicle: fc.nat(1),
  driver: fc.nat(1),
  fives: fc.integer({ min: -4, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** `slack` is the time in steps of five minutes between the drive from the previous trip and this trip. */
const ride = fc.record({
  from: fc.nat(3),
  way: fc.integer({ min: 1, max: 3 }),
  slack: fc.integer({ min: -1, max: 4 }),
})
type Ride = typeof ride extends fc.Arbitrary<infer T> ? T : never

interface PlannedRide {
  from: string
  to: string
  start: number
  minutes: number
}

/** Lines the rides up in two chains, so close to each other that the buffer decides whether one vehicle can do both. */
function chains(rides: Ride[], drive: (from: string, to: string) => number): PlannedRide[] {
  const last: (PlannedRide | undefined)[] = []
  return rides.map(({ from: start, way, slack }, index) => {
    const from = places[start] ?? places[0]
    const to = places[(start + way) % places.length] ?? places[0]
    const before = last[index % 2]
    const free = before ? before.start + before.minutes + drive(before.to, from) + slack * 5 : 360
    const planned = { from, to, start: free, minutes: drive(from, to) }
    last[index % 2] = planned
    return planned
  })
}

/** Stores confirmed leads with accepted offers and their trips, as the acceptance makes them. Returns the leads' ids. */
async function givenDay(day: string, rides: PlannedRide[]): Promise<number[]> {
  const midnight = romanMoment(day, '00:00').getTime()
  const moment = (minutes: number) => new Date(midnight + minutes * 60_000)
  const ids: number[] = []
  for (const { from, to, start, minutes } of rides) {
    const time = new Date(Date.UTC(2000, 0, 1, 0, start)).toISOString().slice(11, 16)
    const [{ id }] = await sql<[{ id: number }]>`
      with lead as (
        insert into bookings (departure, destination, date, time, passengers, phone, status)
        values (${from}, ${to}, ${day}, ${time}, '2', '0832 1', 'confermata') returning id
      ), offer as (
        insert into offers (lead_kind, lead_id, lines, total, valid_until, language, state, sent_by, accepted_at,
          accepted_words)
        select 'booking', id, ${sql.json([{ direction: 'there', vehicle: 'economy', day, time, total: '50' }])}, 50, now(),
          'it', 'accepted', 'staff', now(), '[]' from lead
      ), trip as (
        insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
        values (${from}, ${to}, ${moment(start)}, ${moment(start + minutes)}, 2, 1) returning id
      )
      insert into trip_parties (lead_kind, lead_id, direction, trip_id, passengers, bags)
      select 'booking', lead.id, 'there', trip.id, 2, 1 from lead, trip returning lead_id as id`
    ids.push(id)
  }
  return ids
}

interface TripRow {
  id: number
  from: string
  to: string
  pickupAt: Date
  endsAt: Date
  vehicleId: number | null
  driverId: number | null
  state: string
  passengers: number
}

const tripsOf = (leads: number[]) => sql<(TripRow & { parties: number; people: number })[]>`
  select trips.id, trips.from_place as "from", trips.to_place as "to", trips.pickup_at, trips.ends_at, vehicle_id, driver_id,
    state, trips.passengers, count(*)::int as parties, sum(p.passengers)::int as people
  from trips join trip_parties p on trip_id = trips.id
  where lead_kind = 'booking' and lead_id = any(${leads}) group by trips.id order by trips.pickup_at`

/** Throws if a vehicle or driver has two trips at once or too close to each other, or a party is missing or doubled. */
async function check(leads: number[], drive: (from: string, to: string) => number): Promise<void> {
  const trips = await tripsOf(leads)
  expect(trips.reduce((sum, { parties }) => sum + parties, 0)).toBe(leads.length)
  for (const trip of trips) {
    expect(trip.passengers).toBe(trip.people)
    if (trip.vehicleId !== null) expect(trip.passengers).toBeLessThanOrEqual(seats)
  }
  const assigned = trips.filter(({ state }) => state === 'assigned')
  for (const one of assigned)
    for (const next of assigned) {
      const isSame = one.vehicleId === next.vehicleId || one.driverId === next.driverId
      if (one.id === next.id || !isSame || one.pickupAt > next.pickupAt) continue
      const minutes = (next.pickupAt.getTime() - one.endsAt.getTime()) / 60_000
      expect(minutes).toBeGreaterThanOrEqual(drive(one.to, next.from) + bufferMinutes)
    }
}

test(
  'on random days with concurrent dispatchers no vehicle or driver has two trips at once or too close, and each trip exists once',
  async () => {
    const drive = await driveTimes()
    const id = async (path: string, body: object): Promise<number> => (await post(path, body)).body.id
    const vehicles = [
      await id('vehicles', { plate: 'KK100HH', kind: 'minivan', seats, bags: 8 }),
      await id('vehicles', { plate: 'KK101HH', kind: 'minivan', seats, bags: 8 }),
    ]
    const drivers = [
      await id('drivers', { name: 'Ugo', phone: '347 1234567' }),
      await id('drivers', { name: 'Ada', phone: '347 1234567' }),
    ]

    let assignments = 0
    async function act(leads: number[], { kind, lead, other, vehicle, driver, fives }: Step): Promise<void> {
      const [leadId = 0, otherLead = 0] = [leads[lead], leads[other]]
      const [trip] = await tripsOf([leadId])
      if (!trip) return
      const [second] = await tripsOf([otherLead])
      const acts = {
        assign: () =>
          post(`trips/${trip.id}/assign`, { vehicleId: vehicles[vehicle], driverId: drivers[driver] }),
        free: () => patch(`trips/${trip.id}`, { state: 'planned' }),
        move: () => {
          const to = (moment: Date) => new Date(moment.getTime() + fives * 300_000).toISOString()
          return patch(`trips/${trip.id}`, { pickupAt: to(trip.pickupAt), endsAt: to(trip.endsAt) })
        },
        join: () => post(`trips/${trip.id}/join`, { tripIds: [second?.id ?? 0] }),
        split: () => post(`trips/${trip.id}/split`, { parties: [{ leadKind: 'booking', leadId }] }),
        cancel: () => patch(`trips/${trip.id}`, { state: 'cancelled' }),
        reopen: () => patch(`trips/${trip.id}`, { state: 'planned' }),
        lose: () => patch(`bookings/${leadId}`, { status: 'persa' }),
        confirm: () => patch(`bookings/${leadId}`, { status: 'confermata' }),
      }
      const { status } = await acts[kind]()
      // A trip that another dispatcher has just joined to a third one is not found.
      expect([200, 404, 409, 422]).toContain(status)
      if (kind === 'assign' && status === 200) assignments += 1
    }

    let day = 100
    await fc.assert(
      fc.asyncProperty(
        fc.array(ride, { minLength: 6, maxLength: 6 }),
        fc.array(step, { minLength: 16, maxLength: 24 }),
        async (rides, steps) => {
          day = day < 600 ? day + 2 : 100
          await sql`truncate trips cascade`
          const leads = await givenDay(dayIn(day), chains(rides, drive))
          // Four dispatchers work at the same time, and the worker brings trips in line with the leads.
          for (let from = 0; from < steps.length; from += 4) {
            const acts = steps.slice(from, from + 4).map((one) => act(leads, one))
            await Promise.all(from % 8 === 4 ? [...acts, app.drain()] : acts)
            await check(leads, drive)
          }
          await app.drain()
          await check(leads, drive)
        },
      ),
      // The dispatchers are concurrent, so a shorter example would not fail reliably.
      { numRuns, endOnFailure: true },
    )
    expect(assignments).toBeGreaterThan(numRuns)
  },
  60_000 + numRuns * msPerDay,
)
