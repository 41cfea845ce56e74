import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { inFull } from '../length.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const post = (path: string, body: object) => app.post(`/api/admin/${path}`, body, staff)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)

/**
 * Number of random days. 100 days have about 73 assignments. With fewer days, some seeds would give less than the number
 * that the test expects. `DAYS=100000 npm exec -- vitest run test/trips/days.test.ts` runs the longest test.
 */
const days = Number(process.env.DAYS) || inFull(100, 200)
const msPerDay = 1_000
/** Number of random days that the test stores with one statement and checks with one query. */
const daysTogether = 200
/** With more days at once, the dispatchers of one day would hardly act at the same moment. */
const daysAtOnce = 2
/** Dispatchers of one day who act at the same moment. */
const dispatchers = 3
/** Most days have one round of acts, some have three: only a later round splits a joined trip or wins back a lost lead. */
const roundsMax = 3

const places = ['Lecce', 'Gallipoli', 'Otranto', 'Aeroporto Brindisi'] as const
const bufferMinutes = 15
/** Seats of the two vehicles. Only the second vehicle can take all passengers of two joined trips. */
const seats = [3, 5]
const ridesOfDay = 6

interface Drive {
  from: string
  to: string
  minutes: number
}

/** Returns the minutes that the product plans for the drive between each two places. */
async function driveTimes(): Promise<Drive[]> {
  const pickupAt = romanMoment(dayIn(10), '10:00').toISOString()
  const drives: Drive[] = []
  for (const from of places)
    for (const to of places) {
      if (from === to) continue
      const { body } = await post('trips', { from, to, pickupAt, passengers: 1, bags: 0 })
      drives.push({ from, to, minutes: (Date.parse(body.endsAt) - Date.parse(body.pickupAt)) / 60_000 })
    }
  return drives
}

const step = fc.record({
  kind: fc.constantFrom(
    ...(['assign', 'assign', 'assign', 'assign', 'assign', 'assign', 'assign', 'assign'] as const),
    ...(['free', 'move', 'move', 'join', 'join', 'join', 'split'] as const),
    ...(['cancel', 'reopen', 'lose', 'confirm'] as const),
  ),
  lead: fc.nat(ridesOfDay - 1),
  vehicle: fc.nat(1),
  driver: fc.nat(1),
  fives: fc.integer({ min: -4, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/**
 * `way` selects the destination, counted from `from`. `slack` is the time between the vehicle's arrival and the ride,
 * in steps of five minutes. `pair` selects the vehicle and the driver that the ride has before the first act.
 */
const ride = fc.record({
  from: fc.nat(3),
  way: fc.integer({ min: 1, max: 3 }),
  slack: fc.integer({ min: -1, max: 4 }),
  pair: fc.option(fc.record({ vehicle: fc.nat(1), driver: fc.nat(1) }), { freq: 2 }),
  isCancelled: fc.nat(9).map((one) => one === 0),
})
type Ride = typeof ride extends fc.Arbitrary<infer T> ? T : never

interface PlannedRide {
  from: string
  to: string
  start: number
  minutes: number
  pair: Ride['pair']
  isCancelled: boolean
}

/** Minute of the day at which the first rides begin. */
const firstMinute = 6 * 60

/**
 * Arranges the rides in two chains. The buffer decides whether one vehicle can do two successive rides. A ride keeps
 * its vehicle and driver only if both are free.
 */
function chains(rides: Ride[], drive: (from: string, to: string) => number): PlannedRide[] {
  const planned: PlannedRide[] = []
  for (const [index, { from: start, way, slack, pair, isCancelled }] of rides.entries()) {
    const from = places[start] ?? places[0]
    const to = places[(start + way) % places.length] ?? places[0]
    const before = planned[index - 2]
    const free = before ? before.start + before.minutes + drive(before.to, from) + slack * 5 : firstMinute
    const own = { from, to, start: free, minutes: drive(from, to), isCancelled, pair: null }
    const isFree = planned.every((other) => {
      const [one, next] = other.start <= own.start ? [other, own] : [own, other]
      const isOther = other.pair?.vehicle !== pair?.vehicle && other.pair?.driver !== pair?.driver
      return isOther || next.start - one.start - one.minutes >= drive(one.to, next.from) + bufferMinutes
    })
    planned.push({ ...own, pair: isFree && !isCancelled ? pair : null })
  }
  return planned
}

const steps = (rounds: number) =>
  fc.array(step, { minLength: rounds * dispatchers, maxLength: rounds * dispatchers })

const plan = fc.record({
  rides: fc.array(ride, { minLength: ridesOfDay, maxLength: ridesOfDay }),
  steps: fc.oneof({ weight: 7, arbitrary: steps(1) }, { weight: 1, arbitrary: steps(roundsMax) }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never

interface Day extends Plan {
  leads: number[]
}

interface Fleet {
  vehicles: number[]
  drivers: number[]
}

/** Stores confirmed leads, accepted offers and their trips. Some trips are assigned or cancelled. */
async function store(plans: Plan[], drives: Drive[], { vehicles, drivers }: Fleet): Promise<Day[]> {
  await sql`truncate trips, leads, customers, offers, outbox, effects, audit_log restart identity cascade`
  const minutesOf = new Map(drives.map(({ from, to, minutes }) => [`${from} ${to}`, minutes]))
  const drive = (from: string, to: string) => minutesOf.get(`${from} ${to}`) ?? 0
  const rows: object[] = []
  const planned = plans.map(({ rides, steps }, index) => {
    // Leaves a day free between two days of trips, so that trips of different days never clash.
    const day = dayIn(100 + 2 * index)
    // Counts from 06:00 instead of midnight, because on two days of the year the clock changes in between.
    const first = romanMoment(day, '06:00').getTime()
    const moment = (minutes: number) => new Date(first + (minutes - firstMinute) * 60_000).toISOString()
    const leads = chains(rides, drive).map(({ from, to, start, minutes, pair, isCancelled }) => {
      const time = new Date(Date.UTC(2000, 0, 1, 0, start)).toISOString().slice(11, 16)
      const times = { pickupAt: moment(start), endsAt: moment(start + minutes) }
      const state = pair ? 'assigned' : isCancelled ? 'cancelled' : 'planned'
      const ids = { vehicleId: pair && vehicles[pair.vehicle], driverId: pair && drivers[pair.driver] }
      return rows.push({ id: rows.length + 1, from, to, day, time, ...times, state, ...ids })
    })
    return { rides, steps, leads }
  })
  const stored = sql`
    jsonb_to_recordset(${sql.json(rows as never)}) as r (id bigint, "from" text, "to" text, day text, time text,
      "pickupAt" timestamptz, "endsAt" timestamptz, state text, "vehicleId" bigint, "driverId" bigint)`
  await sql`
    with ride as materialized (
      select nextval(pg_get_serial_sequence('trips', 'id')) as trip_id, r.* from ${stored}
    ), lead as (
      insert into leads (kind, id, phone, status) select 'booking', id, '0832 ' || id, 'confermata' from ride
    ), offer as (
      insert into offers (lead_kind, lead_id, lines, total, valid_until, language, state, sent_by, accepted_at,
        accepted_words)
      select 'booking', id, jsonb_build_array(jsonb_build_object('direction', 'there', 'vehicle', 'economy', 'day', day,
        'time', time, 'total', '50')), 50, now(), 'it', 'accepted', 'staff', now(), '[]' from ride
    )
      insert into trips (id, from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
      overriding system value
      select id, "from", "to", "pickupAt", "endsAt", 2, 1, state, "vehicleId", "driverId" from ride`
  await sql`
    insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_day, asked_time, asked_passengers, trip_id, from_place,
      to_place, pickup_at, ends_at, passengers, bags)
    select 'booking', id, "from", "to", day, time, '2', id, "from", "to", "pickupAt", "endsAt", 2, 1 from ${stored}`
  return planned
}

interface TripRow {
  leadId: number
  id: number
  pickupAt: Date
  endsAt: Date
}

async function tripsByLead(): Promise<Map<number, TripRow>> {
  const rows = await sql<TripRow[]>`
    select lead_id, trips.id, trips.pickup_at, trips.ends_at from rides join trips on trips.id = trip_id`
  return new Map(rows.map((row) => [row.leadId, row]))
}

interface Fault {
  fault: string
  leadId: number | null
}

/** Returns a row for each fault in the tables, with its description and a lead. */
const faults = (drives: Drive[]) => sql<Fault[]>`
  with drive as (
    select * from jsonb_to_recordset(${sql.json(drives as never)}) as d ("from" text, "to" text, minutes int)
  ), assigned as materialized (
    select id, from_place, to_place, pickup_at, ends_at, 'vehicle' as of, vehicle_id as who from trips where state = 'assigned'
    union all
    select id, from_place, to_place, pickup_at, ends_at, 'driver', driver_id from trips where state = 'assigned'
  ), close as (
    select one.of, next.id from (
      -- A day has six trips at most, so each is compared with the next five.
      select *, array_agg(id) over (partition by of, who order by pickup_at rows between 1 following and 5 following)
        as later
      from assigned) as one
      join assigned as next on next.id = any(one.later) and next.of = one.of
      left join drive on "from" = one.to_place and "to" = next.from_place
    where next.pickup_at - one.ends_at < make_interval(mins => coalesce(minutes, 0) + ${bufferMinutes})
  ), party as (
    select p.trip_id, count(*) as parties, sum(p.passengers) as people, min(lead_id) as lead_id,
      bool_or(to_char(p.pickup_at at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI')
        <> bookings.date || ' ' || bookings.time) as is_differing
    from rides p join trips on trips.id = trip_id join bookings on bookings.id = lead_id group by p.trip_id
  )
  select 'the ' || of || ' has two trips too close' as fault, lead_id from close left join party on trip_id = id
  union all
  select case when parties is null then 'the trip has no party' when passengers <> people then 'wrong sum of passengers'
    when passengers > seats then 'too many passengers' else 'request and trip have different times' end, lead_id
  from trips left join party on trip_id = trips.id left join vehicles on vehicles.id = vehicle_id
  where parties is null or passengers <> people or passengers > seats or is_differing
  union all
  select 'the lead has not exactly one trip', bookings.id from bookings
  where (select count(*) from rides where lead_kind = 'booking' and lead_id = bookings.id and trip_id is not null) <> 1
  union all
  select 'the ride is ' || rides.state || ', its trip ' || trips.state || ', its request ' || status, lead_id
  from rides left join trips on trips.id = trip_id left join leads on kind = lead_kind and leads.id = lead_id
  where status is null or rides.state <> case
    when trips.state in ('finished', 'noShow') then trips.state when status = 'confermata' then 'confirmed'
    when status = 'preventivo' then 'offered' when status = 'persa' then 'cancelled' else 'requested' end
  union all
  select 'the trip ' || trips.id || ' is ' || trips.state || ' and has ' || count(e.id) || ' engagements', null
  from trips left join engagements e
    on e.trip_id = trips.id and (e.from_at, e.until_at) = (trips.pickup_at, trips.ends_at)
  group by trips.id having count(e.id) <> case when trips.state in ('planned', 'cancelled') then 0 else 2 end`

/** Throws an error that contains the plan of the day, if the tables have a fault. */
async function check(all: Day[], drives: Drive[]): Promise<void> {
  const [first] = await faults(drives)
  if (!first) return
  const day = all.find(({ leads }) => first.leadId !== null && leads.includes(first.leadId))
  throw new Error(`${first.fault}, request ${first.leadId}, the day ${JSON.stringify(day)}`)
}

/** Calls `work` for each item, for at most `atOnce` items at the same time. */
async function inLanes<T>(items: T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Runs the worker's jobs until `acting` ends. */
async function drainDuring(acting: Promise<unknown>): Promise<void> {
  let isActing = true
  const ended = acting.finally(() => {
    isActing = false
  })
  while (isActing) {
    await app.drain()
    await Promise.race([ended, sleep(500)])
  }
  await ended
}

test(
  'on random days with concurrent dispatchers no vehicle or driver has two trips at once or too close, and each trip exists once',
  async () => {
    const drives = await driveTimes()
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
      // The status is 404 if another dispatcher has just joined this trip to a different trip.
      if (![200, 404, 409, 422].includes(status)) throw new Error(`${kind} of trip ${trip.id}: ${status}`)
      if (kind === 'assign' && status === 200) assignments += 1
    }

    const { seed = 0 } = fc.readConfigureGlobal()
    for (let from = 0; from < days; from += daysTogether) {
      const count = Math.min(daysTogether, days - from)
      const plans = fc.sample(plan, { numRuns: count, seed: seed + from })
      const all = await store(plans, drives, { vehicles, drivers })
      app.lines.length = 0
      await check(all, drives)
      for (let round = 0; round < roundsMax; round++) {
        const [first, last] = [round * dispatchers, (round + 1) * dispatchers]
        const trips = await tripsByLead()
        const going = all.filter(({ steps }) => steps.length >= last)
        const acting = inLanes(going, daysAtOnce, (day) =>
          Promise.all(day.steps.slice(first, last).map((one) => act(day, trips, one))),
        )
        // The worker brings trips in line with the leads while the dispatchers work.
        await drainDuring(acting)
        await check(all, drives)
      }
      await app.drain()
      await check(all, drives)
    }
    expect(assignments).toBeGreaterThan(days / 2)
  },
  60_000 + days * msPerDay,
)
