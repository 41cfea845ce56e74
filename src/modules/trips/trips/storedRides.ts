import { HttpError } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { dayAfter, romanMidnight } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Fragment } from '../rides/rides.queries.ts'
import { ListRides, ReadRide, type Ride } from './rideChanges.contract.ts'
import { refuseLongPeriod } from './trips.queries.ts'

export interface RideRow extends Omit<Ride, 'pickupAt' | 'endsAt' | 'updatedAt'> {
  pickupAt: Date | null
  endsAt: Date | null
  /** Address on the trip. */
  plannedAddress: string | null
  updatedAt: Date
}

function rideRows(sql: Sql | Tx, where: Fragment) {
  return sql<RideRow[]>`
    select rides.id, lead_kind, lead_id, rides.direction, rides.state, coalesce(asked_from, rides.from_place) as "from",
      coalesce(asked_to, rides.to_place) as "to", asked_day as day, asked_time as time,
      coalesce(asked_passengers, rides.passengers::text) as passengers, asked_luggage as luggage,
      coalesce(asked_flight, rides.flight_or_train) as flight_or_train,
      case when lead_kind is null then rides.address else asked_address end as address, asked_position as position,
      trip_id, rides.pickup_at, rides.ends_at, rides.address as planned_address,
      regexp_replace(rides.total::text, '[.]00$', '') as total, rides.updated_at
    from rides
    where ${where} order by coalesce(to_char(rides.pickup_at at time zone 'Europe/Rome', 'YYYY-MM-DD HH24:MI'),
      concat_ws(' ', asked_day, asked_time)), rides.id`
}

export const listRides = answer(ListRides, async (read, { from, to }) => {
  refuseLongPeriod(from, to)
  const rows = await rideRows(
    read,
    read`rides.state <> 'cancelled' and (
      rides.pickup_at >= ${romanMidnight(from)} and rides.pickup_at < ${romanMidnight(dayAfter(to))}
      or rides.pickup_at is null and asked_day between ${from} and ${to})`,
  )
  return whole(rows.map(shownRide))
})

export const readRide = answer(ReadRide, async (read, { id }) => shownRide(await findRide(read, id)))

/** Throws HttpError 404 if the ride does not exist. */
export async function findRide(sql: Sql | Tx, id: number): Promise<RideRow> {
  const [row] = await rideRows(sql, sql`rides.id = ${id}`)
  if (!row) throw new HttpError(404, 'Corsa non trovata.')
  return row
}

export const shownRide = ({ plannedAddress: _, pickupAt, endsAt, updatedAt, ...row }: RideRow): Ride => ({
  ...row,
  pickupAt: pickupAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  updatedAt: updatedAt.toISOString(),
})
