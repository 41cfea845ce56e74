import { HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { type PhoneLinks, phoneLinks } from '../../../kernel/phone.ts'
import { dayAfter, romanMidnight, romanToday } from '../../../kernel/romanDay.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { readerOf, type Sql, type Tx } from '../../../platform/db.ts'
import { placesOf } from '../../leads/requests/address.contract.ts'
import { isJoined, type PlannedRide, rideColumns } from '../rides/rides.queries.ts'
import { shownTrip, type TripRow, tripRows } from '../trips/trips.queries.ts'
import { type DriverTrip, ListDriverTrips } from './contract.ts'

export const listDriverTrips = answer(ListDriverTrips, async (read, _, caller, context) => {
  const driver = await findDriver(read, caller)
  const today = romanToday(context)
  const rows = await tripRows(
    read,
    read`
      driver_id = ${driver?.id ?? 0} and (state in ('started', 'onSite', 'aboard')
        or trips.pickup_at >= ${romanMidnight(today)} and trips.pickup_at < ${romanMidnight(dayAfter(today, 2))})`,
  )
  const items = await withGuests(read, rows)
  return { page: 1, totalPages: 1, total: items.length, items, driver }
})

/** Throws HttpError 404 if the caller is not the driver of the trip. */
export async function findOwnTrip(tx: Tx, id: number, caller: Caller): Promise<TripRow> {
  const driver = await findDriver(tx, caller)
  const [row] = await tripRows(tx, tx`trips.id = ${id} and driver_id = ${driver?.id ?? 0}`)
  if (!row) throw new HttpError(404, 'Questo viaggio non è tra i tuoi.')
  return row
}

export async function driverTrip(tx: Tx, row: TripRow): Promise<DriverTrip> {
  const [trip] = await withGuests(readerOf(tx), [row])
  if (!trip) throw new Error(`trip ${row.id} is missing`)
  return trip
}

async function findDriver(sql: Sql | Tx, { admin }: Caller): Promise<{ id: number; name: string } | null> {
  const [driver] = await sql<[{ id: number; name: string }?]>`
    select id, name from drivers where admin_user_id = ${admin?.id ?? 0}`
  return driver ?? null
}

interface GuestRow extends PlannedRide, Omit<DriverTrip['guests'][number], 'pickupAt' | keyof PhoneLinks> {
  tripId: number
  language: LanguageCode | null
}

async function withGuests(sql: Sql, rows: TripRow[]): Promise<DriverTrip[]> {
  const guests = await sql<GuestRow[]>`
    select ride.trip_id, leads.name, leads.phone, leads.language, ride.passengers, ride.bags, ride.asked_position as position,
      ${rideColumns(sql)}, ride.flight_or_train
    from planned_rides ride
      left join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
    where ride.trip_id = any(${rows.map(({ id }) => id)}) and (ride.lead_kind is not null or ${isJoined(sql)})
    order by pickup_at, ride.lead_kind, ride.lead_id, ride.id`
  return rows.map((row) => ({
    ...shownTrip(row),
    ...placesOf(row),
    guests: guests
      .filter(({ tripId }) => tripId === row.id)
      .map(({ language, ...guest }) => ({
        ...guest,
        ...placesOf(guest),
        ...phoneLinks(guest.phone ?? '', undefined, language ?? undefined),
        pickupAt: guest.pickupAt.toISOString(),
      })),
  }))
}
