import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReactionTools } from '../../src/kernel/message.ts'
import { dayAfter, romanDay, romanMidnight } from '../../src/kernel/romanDay.ts'
import { reactions } from '../../src/modules/index.ts'
import { remindOfTrips } from '../../src/modules/trips/module.ts'
import { driverHours, dueBefore, isNight } from '../../src/modules/trips/reminders/due.contract.ts'
import { openTrips } from '../../src/modules/trips/reminders/gaps.queries.ts'
import { untoldCustomers } from '../../src/modules/trips/reminders/untold.queries.ts'
import { openApp } from '../app.ts'
import { long } from '../length.ts'
import { configureOffice } from '../mailbox.ts'

// `SIMULATED_TRIPS=20000 npm exec -- vitest run test/trips/reminderSimulation.test.ts` runs the large simulation.
const trips = Number(process.env.SIMULATED_TRIPS ?? 200)
const isLarge = trips > 1_000
const minuteMs = 60_000
/** Minutes between two simulated runs of `remindOfTrips`. A real worker runs this task every minute. */
const stepMinutes = isLarge ? 10 : 60
const days = isLarge ? 3 : 1
/** A late worker still sends a message at night if its due time is at most this many milliseconds ago. */
const graceMs = 15 * minuteMs
/** Trips of one vehicle on one day. */
const slots = 6

const app = await openApp({ data: 'demo' })
const { sql, runtime } = app
const { clock } = runtime.context
const realNow = clock.now

const faults = ['noEmail', 'bounced', 'noDriver', 'noFlight', 'wrongFlight'] as const

interface Plan {
  id: number
  pickupAt: Date
  fault: (typeof faults)[number] | null
  /** Time of a late assignment; null for a trip that has its driver from the start or never gets one. */
  assignedAt: Date | null
  /** Time at which another driver takes over the trip; null for most trips. */
  changedAt: Date | null
  cancelledAt: Date | null
}

// The simulated days include the change to winter time.
const firstDay = '2027-10-30'
const start = romanMidnight(firstDay)

/** 15 % of the trips get their driver late, 5 % have a fault, 2 % change their driver and 2 % are cancelled. */
function plansOf(count: number): Plan[] {
  // By default, fast-check draws the first and the last numbers of a range more often.
  const draw = fc.noBias(
    fc.record({
      offset: fc.integer({ min: 0, max: 150 }),
      chance: fc.integer({ min: 0, max: 999 }),
      fault: fc.constantFrom(...faults),
      lateMinutes: fc.integer({ min: 40, max: 11 * 60 }),
    }),
  )
  return fc.sample(draw, count).map(({ offset, chance, fault, lateMinutes }, index) => {
    const slot = index % (days * slots)
    const day = dayAfter(firstDay, 1 + Math.floor(slot / slots))
    const minutes = (slot % slots) * 4 * 60 + offset
    const pickupAt = new Date(romanMidnight(day).getTime() + minutes * minuteMs)
    const before = (count: number) => new Date(pickupAt.getTime() - count * minuteMs)
    const isBad = chance < 50
    const isLate = chance >= 50 && chance < 200
    return {
      id: index + 1,
      pickupAt,
      fault: isBad ? fault : null,
      assignedAt: isLate ? before(lateMinutes) : null,
      changedAt: chance >= 200 && chance < 220 ? before(lateMinutes) : null,
      cancelledAt: chance >= 220 && chance < 240 ? before(lateMinutes + driverHours * 60) : null,
    }
  })
}

/** Lead and trip have the plan's id. The second half of the fleet takes over the trips that change their driver. */
async function store(plans: Plan[]): Promise<void> {
  const fleet = Math.ceil(plans.length / (days * slots))
  await sql`
    insert into vehicles (plate, kind, seats, bags)
    select 'AA' || lpad(n::text, 6, '0'), 'minivan', 8, 8 from generate_series(1, ${2 * fleet}::int) n`
  await sql`
    insert into drivers (name, phone)
    select 'Autista ' || n, '+39 347 765 ' || lpad(n::text, 4, '0') from generate_series(1, ${2 * fleet}::int) n`
  const rows = plans.map(({ id, pickupAt, fault, assignedAt }) => {
    const car = Math.floor((id - 1) / (days * slots)) + 1
    const hasDriver = fault !== 'noDriver' && assignedAt === null
    return {
      id,
      pickupAt: pickupAt.toISOString(),
      car: hasDriver ? car : null,
      state: hasDriver ? 'assigned' : 'planned',
      email: fault === 'noEmail' ? null : `guest${id}@example.com`,
      isBounced: fault === 'bounced',
      flight:
        fault === 'noFlight' ? null : fault === 'wrongFlight' ? `FR 1234 ${wrongTime(pickupAt)}` : 'FR 1234',
    }
  })
  for (let from = 0; from < rows.length; from += 500) {
    const part = sql`
      jsonb_to_recordset(${sql.json(rows.slice(from, from + 500))}::jsonb) as r (id bigint, "pickupAt" timestamptz,
        car bigint, state text, email text, "isBounced" boolean, flight text)`
    await sql`
      insert into leads (kind, id, name, phone, email, status, call_instead)
      select 'booking', r.id, 'Anna', '+39 347 ' || lpad(r.id::text, 7, '0'), r.email, 'confermata', r."isBounced" from ${part}`
    await sql`
      insert into trips (id, from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id,
        flight_or_train)
      overriding system value
      select r.id, 'Aeroporto Brindisi', 'Gallipoli', r."pickupAt", r."pickupAt" + interval '70 minutes', 2, 1, r.state,
        r.car, r.car, r.flight from ${part}`
    await sql`
      insert into rides (lead_kind, lead_id, asked_from, asked_to, asked_passengers, asked_time, asked_flight, trip_id,
        from_place, to_place, pickup_at, ends_at, passengers, bags, flight_or_train)
      select 'booking', id, from_place, to_place, '2', '10:00', flight_or_train, id, from_place, to_place, pickup_at, ends_at,
        passengers, bags, flight_or_train
      from trips where id in (select r.id from ${part})`
  }
}

const wrongTime = (pickupAt: Date) =>
  new Date(pickupAt.getTime() + 4 * 60 * minuteMs).toLocaleTimeString('it-IT', {
    timeZone: 'Europe/Rome',
    timeStyle: 'short',
  })

const carOf = (id: number) => Math.floor((id - 1) / (days * slots)) + 1

/** Applies the planned acts of dispatchers after `from` and until `to`. */
async function act(plans: Plan[], from: Date, to: Date): Promise<void> {
  const isNow = (moment: Date | null) => moment !== null && moment > from && moment <= to
  const fleet = Math.ceil(plans.length / (days * slots))
  for (const { id, assignedAt, changedAt, cancelledAt } of plans) {
    if (isNow(assignedAt) || isNow(changedAt)) {
      const car = carOf(id) + (isNow(changedAt) ? fleet : 0)
      await sql`update trips set state = 'assigned', vehicle_id = ${car}, driver_id = ${car} where id = ${id}`
    }
    if (isNow(cancelledAt))
      await sql`update trips set state = 'cancelled', vehicle_id = null, driver_id = null where id = ${id}`
  }
}

let lastEvent = 0

async function react(): Promise<void> {
  const events = await sql<{ id: number; type: string; payload: never }[]>`
    select id, type, payload from outbox where id > ${lastEvent} order by id`
  lastEvent = events.at(-1)?.id ?? lastEvent
  for (const { id, type, payload } of events)
    for (const reaction of reactions.filter(({ to }) => to.type === type)) {
      const tools = {
        eventId: id,
        read: runtime.db.read,
        write: sql,
        context: runtime.context,
        tries: 1,
        isLastTry: false,
      }
      await reaction.react(payload, { ...tools, hasAdvanced: async () => {} } satisfies ReactionTools)
    }
}

/** Returns the time of the first run that must notify the customer, computed from the plan instead of the tables. */
function expectedAt({ pickupAt, assignedAt }: Plan, sweeps: Date[]): Date | undefined {
  const due = dueBefore(pickupAt, driverHours)
  const from = assignedAt && assignedAt > due ? assignedAt : due
  return sweeps.find(
    (now) =>
      now >= from &&
      (!isNight(now) ||
        now.getTime() - due.getTime() <= graceMs ||
        (isNight(pickupAt) && pickupAt.getTime() - now.getTime() <= driverHours * 3_600_000)),
  )
}

test('of simulated trips every customer learns the driver in time, and every planted fault reaches the office', {
  ...long,
  timeout: isLarge ? 3_600_000 : 240_000,
}, async () => {
  await configureOffice(app)
  const plans = plansOf(trips)
  await store(plans)
  const sweeps: Date[] = []
  const end = new Date(romanMidnight(dayAfter(firstDay, days + 2)))
  const listed = { untold: new Set<number>(), open: new Map<number, Set<string>>() }
  try {
    for (let now = start; now < end; now = new Date(now.getTime() + stepMinutes * minuteMs)) {
      clock.now = () => now
      await act(plans, sweeps.at(-1) ?? new Date(0), now)
      sweeps.push(now)
      await remindOfTrips(sql, now)
      await react()
      if (sweeps.length % 6 === 0) {
        // A second sweep in the same minute, as by another worker, adds nothing.
        expect(await remindOfTrips(sql, now)).toBe(0)
        for (const { leadId } of await untoldCustomers(runtime.db.read, now)) listed.untold.add(leadId)
        for (const { tripId, missing } of await openTrips(runtime.db.read, now))
          for (const gap of missing) listed.open.set(tripId, (listed.open.get(tripId) ?? new Set()).add(gap))
      }
    }
  } finally {
    clock.now = realNow
  }

  // Fresh tables have no statistics yet, and without them the join would read all mails for each notice.
  await sql`analyze driver_notices, email_messages`
  const notices = await sql<{ leadId: number; number: number; createdAt: Date; mails: number }[]>`
    select n.lead_id, number, n.created_at, count(m.id) as mails
    from driver_notices n left join email_messages m on m.driver_notice_id = n.id
    group by n.id order by n.id`
  const first = new Map(notices.filter(({ number }) => number === 1).map((one) => [one.leadId, one]))
  const reachable = plans.filter(
    ({ fault, cancelledAt }) =>
      cancelledAt === null && fault !== 'noEmail' && fault !== 'bounced' && fault !== 'noDriver',
  )
  const inTime = reachable.filter((plan) => {
    const notice = first.get(plan.id)
    const expected = expectedAt(plan, sweeps)
    return notice?.mails === 1 && expected !== undefined && notice.createdAt.getTime() === expected.getTime()
  })
  const early = notices.filter(({ leadId, createdAt }) => {
    const plan = plans[leadId - 1]
    return plan && createdAt < dueBefore(plan.pickupAt, driverHours)
  })
  const updates = notices.filter(({ number }) => number === 2)
  const updated = plans.filter(
    (plan) =>
      plan.changedAt &&
      plan.changedAt > (first.get(plan.id)?.createdAt ?? plan.pickupAt) &&
      plan.fault === null,
  )
  const mailedGaps = new Set((await sql`select trip_id from gap_notices`).map(({ tripId }) => tripId))
  const missed = plans.filter(({ id, fault }) => {
    if (fault === null) return false
    if (fault === 'noEmail' || fault === 'bounced') return !listed.untold.has(id)
    const gap = { noDriver: 'driver', noFlight: 'flight', wrongFlight: 'flightTime' }[fault]
    return !listed.open.get(id)?.has(gap) || !mailedGaps.has(id)
  })
  const figures = {
    reachable: reachable.length,
    inTime: inTime.length,
    early: early.length,
    updates: updates.length,
    planted: plans.filter(({ fault }) => fault).length,
    missed: missed.length,
    doubled: notices.filter(({ mails }) => mails > 1).length,
    // Counts only customers who were notified after the cancellation.
    cancelled: notices.filter(({ leadId, createdAt }) => {
      const { cancelledAt = null } = plans[leadId - 1] ?? {}
      return cancelledAt !== null && createdAt > cancelledAt
    }).length,
    first: romanDay(start),
  }
  if (isLarge) console.log(figures)
  expect(inTime.length).toBeGreaterThanOrEqual(reachable.length * 0.995)
  expect(figures).toMatchObject({ early: 0, missed: 0, doubled: 0, cancelled: 0 })
  expect(updates.map(({ leadId }) => leadId).sort()).toEqual(updated.map(({ id }) => id).sort())
})
