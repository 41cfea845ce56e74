import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { terminalOf } from '../../leads/requests/flight.contract.ts'
import type { Fragment } from '../rides/rides.queries.ts'
import type { Gap, TripGaps } from './contract.ts'
import { dueBefore, gapHours } from './due.contract.ts'
import { flightMismatch } from './flightFit.ts'

interface Row extends Omit<OpenTrip, 'missing' | 'warning'> {
  endsAt: Date
  driverId: number | null
  flight: string | null
  leadKind: LeadKind | null
}

/** Trip with missing details. */
export type OpenTrip = Omit<TripGaps, 'pickupAt'> & { pickupAt: Date }

/** Returns the trips with missing details whose message to the office is due (`dueBefore`), earliest pick-up first. */
export async function openTrips(sql: Sql | Tx, now: Date): Promise<OpenTrip[]> {
  // `dueBefore` may move a message from 24 hours before the pick-up to an evening up to 12 hours earlier.
  const rows = await rowsWhere(
    sql,
    sql`state in ('planned', 'assigned') and trips.ends_at > ${now}::timestamptz
      and trips.pickup_at > ${now}::timestamptz - interval '1 day'
      and trips.pickup_at < ${now}::timestamptz + interval '36 hours'
      and trips.id not in (select row_id from demo_rows where table_name = 'trips')`,
  )
  return openOf(rows.filter(({ pickupAt }) => dueBefore(pickupAt, gapHours) <= now))
}

/** Returns null if nothing is missing, or if the trip is cancelled, has begun or was deleted. */
export async function openTrip(sql: Sql | Tx, id: number): Promise<OpenTrip | null> {
  const rows = await rowsWhere(sql, sql`trips.id = ${id} and state in ('planned', 'assigned')`)
  return openOf(rows)[0] ?? null
}

/** Returns a row for each ride, because each ride of a joined trip has its own pick-up and flight. */
const rowsWhere = (sql: Sql | Tx, where: Fragment) => sql<Row[]>`
  select trips.id as trip_id, ride.pickup_at, ride.ends_at, ride.from_place as "from", ride.to_place as "to", driver_id,
    coalesce(ride.flight_or_train, ride.asked_flight) as flight,
    ride.lead_kind, ride.lead_id, leads.code, leads.name
  from trips
    join planned_rides ride on ride.trip_id = trips.id
    left join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
  where ${where} order by trips.pickup_at, trips.id, ride.lead_kind, ride.lead_id, ride.id`

/** Returns for each trip the first ride that lacks a detail, with the missing details of all rides of the trip. */
function openOf(rows: Row[]): OpenTrip[] {
  return [...Map.groupBy(rows, ({ tripId }) => tripId).values()].flatMap((parties) => {
    const [first, ...others] = parties.map(gapsOf).filter(({ missing }) => missing.length > 0)
    if (!first) return []
    const warnings = [first, ...others].map(({ warning }) => warning).filter(Boolean)
    const missing = [...new Set([first, ...others].flatMap((one) => one.missing))]
    return [{ ...first, missing, warning: [...new Set(warnings)].join(' ') }]
  })
}

function gapsOf({ endsAt, driverId, flight, ...row }: Row): OpenTrip {
  const warning = flight ? flightMismatch({ ...row, endsAt, flight }) : ''
  const gaps: [boolean, Gap][] = [
    [driverId === null, 'driver'],
    [terminalOf(row.from) !== null && !flight, 'flight'],
    [warning !== '', 'flightTime'],
  ]
  return { ...row, missing: gaps.filter(([isMissing]) => isMissing).map(([, gap]) => gap), warning }
}
