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

/** Number of random days. `DAYS=100000 npm exec -- vitest run test/trips/days.test.ts` runs the longest test. */
const days = Number(process.env.DAYS) || inFull(20, 200)
const msPerDay = 2_000
/** Number of random days that the test stores with one statement and then plays and checks together. */
const daysTogether = 40
/**
 * Number of days whose dispatchers work concurrently. With more days, the dispatchers of one day would hardly act at
 * the same moment.
 */
const daysAtOnce = 2
/** Dispatchers of one day who act at the same moment. */
const dispatchers = 4
const stepsOfDay = 3 * dispatchers

const places = ['Lecce', 'Gallipoli', 'Otranto', 'Aeroporto Brindisi'] as const
const bufferMinutes = 15
/** Seats of the two vehicles. Only the second vehicle can take all passengers of two joined trips. */
const seats = [3, 5]

/**
 * Returns a function that returns the minutes of the drive between two places. The product plans these minutes for a
 * trip without an entered arrival.
 */
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
    ...(['free', 'move', 'move', 'join', 'join', 'join', 'split'] as const),
    ...(['cancel', 'reopen', 'lose', 'confirm'] as const),
  ),
  lead: fc.nat(5),
  vehicle: fc.nat(1),
  driver: fc.nat(1),
  fives: fc.integer({ min: -4, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/**
 * `slack` is the reserve after the drive from the previous trip, in steps of five minutes. `way` selects the
 * destination, counted from `from`.
 */
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

/** Minute of the day at which the first rides begin. */
const firstMinute = 6 * 60

/**
 * Arranges the rides in two chains. Within a chain the rides are so close that the buffer decides whether one vehicle
 * can do two successive rides.
 */
function chains(rides: Ride[], drive: (from: string, to: string) => number): PlannedRide[] {
  const last: (PlannedRide | undefined)[] = []
  return rides.map(({ from: start, way, slack }, index) => {
    const from = places[start] ?? places[0]
    const to = places[(start + way) % places.length] ?? places[0]
    const before = last[index % 2]
    const free = before ? before.start + before.minutes + drive(before.to, from) + slack * 5 : firstMinute
    const planned = { from, to, start: free, minutes: drive(from, to) }
    last[index % 2] = planned
    return planned
  })
}

const plan = fc.record({
  rides: fc.array(ride, { minLength: 6, maxLength: 6 }),
  steps: fc.array(step, { minLength: stepsOfDay, maxLength: stepsOfDay }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

interface Day extends Plan {
  leads: number[]
}

/** Stores confirmed leads with accepted offers and their trips, as the acceptance of an offer creates them. */
async function store(plans: Plan[], drive: (from: string, to: string) => number): Promise<Day[]> {
  await sql`truncate trips, bookings, customers, offers, outbox, effects, audit_log restart identity cascade`
  const rows: {
    id: number
    from: string
    to: string
    day: string
    time: string
    pickupAt: string
    endsAt: string
  }[] = []
  const stored = plans.map(({ rides, steps }, index) => {
    // Leaves a day free between two days of trips, so that trips of different days never clash.
    const day = dayIn(100 + 2 * index)
    // Counts from 06:00 instead of midnight, because on two days of the year the clock changes in between.
    const first = romanMoment(day, '06:00').getTime()
    const moment = (minutes: number) => new Date(first + (minutes - firstMinute) * 60_000).toISOString()
    const leads = chains(rides, drive).map(({ from, to, start, minutes }) => {
      const time = new Date(Date.UTC(2000, 0, 1, 0, start)).toISOString().slice(11, 16)
      const times = { pickupAt: moment(start), endsAt: moment(start + minutes) }
      return rows.push({ id: rows.length + 1, from, to, day, time, ...times })
    })
    return { rides, steps, leads }
  })
  await sql`
    with ride as materialized (
      select nextval(pg_get_serial_sequence('trips', 'id')) as trip_id, r.*
      from jsonb_to_recordset(${sql.json(rows)}) as r (id bigint, "from" text, "to" text, day text, time text,
        "pickupAt" timestamptz, "endsAt" timestamptz)
    ), lead as (
      insert into bookings (id, departure, destination, date, time, passengers, phone, status)
      overriding system value
      select id, "from", "to", day, time, '2', '0832 1', 'confermata' from ride
    ), offer as (
      insert into offers (lead_kind, lead_id, lines, total, valid_until, language, state, sent_by, accepted_at,
        accepted_words)
      select 'booking', id, jsonb_build_array(jsonb_build_object('direction', 'there', 'vehicle', 'economy', 'day', day,
        'time', time, 'total', '50')), 50, now(), 'it', 'accepted', 'staff', now(), '[]' from ride
    ), trip as (
      insert into trips (id, from_place, to_place, pickup_at, ends_at, passengers, bags) overriding system value
      select trip_id, "from", "to", "pickupAt", "endsAt", 2, 1 from ride
    )
    insert into trip_parties (lead_kind, lead_id, direction, trip_id, passengers, bags)
    select 'booking', id, 'there', trip_id, 2, 1 from ride`
  return stored
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
  leads: number[]
  people: number
  /** Seats of the vehicle. */
  seats: number | null
  /** Number of parties whose request has another day or time. */
  differing: number
}

const allTrips = () => sql<TripRow[]>`
  select trips.id, trips.from_place as "from", trips.to_place as "to", trips.pickup_at, trips.ends_at, vehicle_id, driver_id,
    state, trips.passengers, array_remove(array_agg(p.lead_id::int), null) as leads, sum(p.passengers)::int as people,
    (select seats from vehicles where vehicles.id = vehicle_id) as seats,
    count(*) filter (where to_char(coalesce(p.pickup_at, trips.pickup_at) at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI')
      <> bookings.date || ' ' || bookings.time)::int as differing
  from trips left join trip_parties p on trip_id = trips.id left join bookings on bookings.id = p.lead_id
  group by trips.id order by trips.pickup_at`

/**
 * Throws if a vehicle or driver has two trips at once or too close together, if a trip has too many passengers, or if a
 * party is missing, doubled or has another time than its request.
 */
function check(trips: TripRow[], leads: number[], drive: (from: string, to: string) => number): void {
  expect(trips.flatMap((trip) => trip.leads).sort((one, other) => one - other)).toEqual(leads)
  for (const trip of trips) {
    expect(trip.passengers).toBe(trip.people)
    expect(trip.differing).toBe(0)
    if (trip.seats !== null) expect(trip.passengers).toBeLessThanOrEqual(trip.seats)
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

/** Calls `work` for each item, for at most `atOnce` items at the same time. */
async function inLanes<T>(items: T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

test(
  'on random days with concurrent dispatchers no vehicle or driver has two trips at once or too close, and each trip exists once',
  async () => {
    const drive = await driveTimes()
    const id = async (path: string, body: object): Promise<number> => (await post(path, body)).body.id
    const vehicles = [
      await id('vehicles', { plate: 'KK100HH', kind: 'minivan', seats: seats[0], bags: 8 }),
      await id('vehicles', { plate: 'KK101HH', kind: 'minivan', seats: seats[1], bags: 8 }),
    ]
    const drivers = [
      await id('drivers', { name: 'Ugo', phone: '347 1234567' }),
      await id('drivers', { name: 'Ada', phone: '347 1234567' }),
    ]

    let assignments = 0
    async function act(
      { leads }: Day,
      trips: Map<number, TripRow>,
      { kind, lead, vehicle, driver, fives }: Step,
    ): Promise<void> {
      // `otherLead` is the lead in the other chain whose trip is at nearly the same time.
      const [leadId = 0, otherLead = 0] = [leads[lead], leads[lead ^ 1]]
      const [trip, second] = [trips.get(leadId), trips.get(otherLead)]
      if (!trip) return
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
      // The status is 404 if another dispatcher has just joined this trip to a different trip, which deletes this one.
      expect([200, 404, 409, 422]).toContain(status)
      if (kind === 'assign' && status === 200) assignments += 1
    }

    async function checkAll(all: Day[]): Promise<Map<number, TripRow>> {
      const trips = await allTrips()
      expect(trips.filter(({ leads }) => leads.length === 0)).toEqual([])
      const tripOf = new Map(trips.flatMap((trip) => trip.leads.map((lead) => [lead, trip] as const)))
      for (const day of all) {
        const { leads } = day
        const own = new Set(leads.map((lead) => tripOf.get(lead)).filter((trip) => trip !== undefined))
        try {
          check([...own], leads, drive)
        } catch (error) {
          throw new Error(`the day ${JSON.stringify(day)}`, { cause: error })
        }
      }
      return tripOf
    }

    const { seed = 0 } = fc.readConfigureGlobal()
    for (let from = 0; from < days; from += daysTogether) {
      const count = Math.min(daysTogether, days - from)
      const all = await store(fc.sample(plan, { numRuns: count, seed: seed + from }), drive)
      app.lines.length = 0
      let trips = await checkAll(all)
      for (let step = 0; step < stepsOfDay; step += dispatchers) {
        const acting = inLanes(all, daysAtOnce, (day) =>
          Promise.all(day.steps.slice(step, step + dispatchers).map((one) => act(day, trips, one))),
        )
        // The worker brings trips in line with the leads while the dispatchers work.
        await Promise.all([acting, step % (2 * dispatchers) === 0 ? null : app.drain()])
        trips = await checkAll(all)
      }
      await app.drain()
      await checkAll(all)
    }
    expect(assignments).toBeGreaterThan(days)
  },
  60_000 + days * msPerDay,
)
