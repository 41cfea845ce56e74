import { clockOf, romanDay } from '../../src/kernel/romanDay.ts'
import { driverHours, isSendable } from '../../src/modules/trips/reminders/due.contract.ts'
import { disagreements } from '../trips/rideAgreement.ts'
import type { System } from './system.ts'
import type { AcknowledgedRide, AcknowledgedWay, Ledger } from './traffic.ts'

export interface RideVerdict {
  rides: number
  /** Rides with a wrong accepted offer, or without exactly one event of the acceptance. */
  wrongAcceptances: number
  /** Requests of any kind that do not have exactly one ride for each way that was asked for. */
  wrongDirections: number
  /** Ways whose day, time or address in the request is not the last acknowledged one. */
  lostChanges: number
  /** Ways of confirmed requests that do not have the acknowledged trip at the acknowledged time and address. */
  wrongTrips: number
  /** Trips whose vehicle is not the one that was last acknowledged. */
  wrongAssignments: number
  /** Ways that share their trip with other requests than acknowledged. */
  wrongParties: number
  /** Trips that say something else than their rides. */
  disagreeingTrips: number
  tripsWithoutRide: number
  /** Cancelled requests that are stored as open, have an open trip, or were cancelled twice. */
  wrongCancellations: number
  /** Changes for which customers asked, without exactly one row and one event. */
  wrongWishes: number
  /** Trips whose vehicle and driver are not each engaged once for the time of the trip, or engaged twice at a time. */
  wrongEngagements: number
  /** Reports that are missing or stored twice. */
  wrongReports: number
  /** Begun trips without exactly one sheet, and finished trips with an open sheet. */
  wrongSheets: number
  /** Pairs of vehicle and year in which the numbers of the sheets do not run from 1 without gaps. */
  wrongNumbers: number
  wrongReviews: number
  /** Customers who were notified of the same driver twice. */
  doubledNotices: number
  /** Customers of assigned trips who were not notified of the driver, except those whose notice waits at night. */
  missingNotices: number
}

/** Compares the acknowledged rides with the tables. `sweptAt` is the time of the last run of `remindOfTrips`. */
export async function judgeRides(system: System, ledger: Ledger, sweptAt: Date): Promise<RideVerdict> {
  const { sql } = system
  return {
    rides: ledger.rides.length,
    ...(await judgeWays(sql, ledger)),
    ...(await judgeWords(sql, ledger)),
    ...(await judgeEngagements(sql)),
    ...(await judgeDriving(sql, ledger)),
    wrongDirections: await wrongDirections(sql, ledger),
    disagreeingTrips: (await disagreements(sql)).length,
    missingNotices: await missingNotices(sql, sweptAt),
  }
}

type Sql = System['sql']

interface StoredWay {
  leadId: number
  direction: AcknowledgedWay['direction']
  status: string
  askedDay: string
  askedTime: string
  askedAddress: string
  pickupAt: Date | null
  address: string | null
  tripId: number | null
  tripState: string | null
  vehicleId: number | null
  /** Other requests that share the trip. */
  others: number[]
}

async function judgeWays(sql: Sql, { rides }: Ledger) {
  const stored = await sql<StoredWay[]>`
    select ride.lead_id, ride.direction, leads.status, asked_day, asked_time, asked_address, ride.pickup_at, ride.address,
      ride.trip_id, trips.state as trip_state, vehicle_id, array(
        select other.lead_id from rides other where other.trip_id = ride.trip_id and other.lead_id <> ride.lead_id
        order by 1) as others
    from rides ride
      join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
      left join trips on trips.id = ride.trip_id
    where ride.lead_kind = 'booking'`
  const rowOf = new Map(stored.map((row) => [`${row.leadId} ${row.direction}`, row]))
  const pairs = rides.flatMap((ride) =>
    ride.ways.map((way) => ({ ride, way, row: rowOf.get(`${ride.leadId} ${way.direction}`) })),
  )
  const count = (isWrong: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(isWrong).length
  const [{ cancelledTwice }] = await sql<[{ cancelledTwice: number }]>`
    select count(*) as cancelled_twice from (
      select from customer_wishes where kind = 'cancel' group by lead_kind, lead_id having count(*) > 1) as doubled`
  return {
    lostChanges: count(({ ride, way, row }) => !row || !isAsked(ride, way, row)),
    wrongTrips: count(({ ride, way, row }) => ride.cancelledBy === null && !isDriven(ride, way, row)),
    wrongAssignments: count(({ way, row }) => row?.vehicleId !== way.vehicleId),
    wrongParties: count(({ ride, way, row }) => {
      const shared = way.direction === 'there' ? ride.sharesWith : []
      return row?.others.join() !== shared.toSorted((one, other) => one - other).join()
    }),
    wrongCancellations:
      cancelledTwice +
      count(({ ride, row }) => (ride.cancelledBy !== null) !== (row?.status === 'persa')) +
      stored.filter(({ status, tripState }) => status === 'persa' && isOpen(tripState)).length,
  }
}

const isOpen = (state: string | null) => state !== null && state !== 'cancelled'

const isAsked = (ride: AcknowledgedRide, { pickupAt }: AcknowledgedWay, row: StoredWay) =>
  row.askedDay === romanDay(pickupAt) &&
  row.askedTime === clockOf(pickupAt) &&
  row.askedAddress === ride.address

/** Returns whether the way has the acknowledged trip. That of a ride that was not confirmed has none. */
function isDriven(ride: AcknowledgedRide, way: AcknowledgedWay, row: StoredWay | undefined): boolean {
  if (way.tripId === null) return row?.tripId === null
  const isFinished = ride.isFinished && way.direction === 'there'
  const state = isFinished ? 'finished' : way.vehicleId === null ? 'planned' : 'assigned'
  return (
    row?.tripId === way.tripId &&
    row.status === 'confermata' &&
    row.pickupAt?.getTime() === way.pickupAt.getTime() &&
    row.address === way.address &&
    row.tripState === state
  )
}

async function wrongDirections(sql: Sql, { leads }: Ledger): Promise<number> {
  const kindOf = { 'availability-requests': 'availability_request', contacts: 'contact', bookings: 'booking' }
  const rows = await sql<{ key: string; directions: string }[]>`
    select lead_kind || ' ' || lead_id as key, string_agg(direction, ' ' order by direction desc) as directions
    from rides where lead_id is not null group by 1`
  const stored = new Map(rows.map(({ key, directions }) => [key, directions]))
  return leads.filter(
    ({ kind, id, directions }) => (stored.get(`${kindOf[kind]} ${id}`) ?? '') !== directions.join(' '),
  ).length
}

/** Compares what customers wrote and accepted. */
async function judgeWords(sql: Sql, { rides }: Ledger) {
  const all = rides.map(({ leadId, offerId, wish, cancelledBy }) => ({ leadId, offerId, wish, cancelledBy }))
  const acknowledged = sql`
    jsonb_to_recordset(${sql.json(all)}::jsonb) as ride ("leadId" bigint, "offerId" bigint, wish text, "cancelledBy" text)`
  const [counts] = await sql<
    [Pick<RideVerdict, 'wrongAcceptances' | 'wrongWishes' | 'tripsWithoutRide'> & { wrongCancels: number }]
  >`
    with acceptances as (
      select (payload->>'offerId')::bigint as id, count(*) as times from outbox where type = 'trips:offerAccepted' group by 1
    ), wishes as (
      select w.lead_id, w.kind, w.text, (
        select count(*) from outbox where type in ('leads:changeAsked', 'leads:requestCancelled')
          and (payload->>'wishId')::bigint = w.id) as events
      from customer_wishes w where w.lead_kind = 'booking'
    )
    select (select count(*) from ${acknowledged} left join acceptances on acceptances.id = "offerId" where "offerId" is not null and ((
        select count(*) filter (where id = "offerId") <> 1 or count(*) <> 1 from offers
        where lead_kind = 'booking' and lead_id = "leadId" and state = 'accepted')
        or times is distinct from 1)) as wrong_acceptances,
      (select count(*) from ${acknowledged} where (
        select count(*) <> 1 or min(text) <> wish or min(events) <> 1 from wishes
        where lead_id = "leadId" and kind = 'change') and wish <> '')
        + (select count(*) from ${acknowledged} where wish = '' and exists (
          select from wishes where lead_id = "leadId" and kind = 'change')) as wrong_wishes,
      (select count(*) from ${acknowledged} where (
        select count(*) <> case when "cancelledBy" = 'guest' then 1 else 0 end or max(events) <> 1
        from wishes where lead_id = "leadId" and kind = 'cancel')) as wrong_cancels,
      (select count(*) from trips where not exists (select from rides where trip_id = trips.id)) as trips_without_ride`
  const { wrongCancels, ...words } = counts
  return { ...words, wrongWishes: words.wrongWishes + wrongCancels }
}

/** The constraints of `engagements` forbid two at a time; trips are compared too, in case one has none. */
async function judgeEngagements(sql: Sql) {
  const [counts] = await sql<[Pick<RideVerdict, 'wrongEngagements'>]>`
    with engaged as (
      select trips.*, state in ('assigned', 'started', 'onSite', 'aboard') as is_busy from trips
    ), taken as (
      select trip_id, count(*) as rows,
        count(*) filter (where e.vehicle_id = t.vehicle_id and (from_at, until_at) = (pickup_at, ends_at)) as vehicles,
        count(*) filter (where e.driver_id = t.driver_id and (from_at, until_at) = (pickup_at, ends_at)) as drivers
      from engagements e join trips t on t.id = trip_id group by 1
    )
    select (select count(*) from engaged left join taken on trip_id = engaged.id
        where (coalesce(rows, 0), coalesce(vehicles, 0), coalesce(drivers, 0))
          <> (case when is_busy then 2 else 0 end, case when is_busy then 1 else 0 end, case when is_busy then 1 else 0 end))
      + (select count(*) from engaged one join engaged other on one.id < other.id and one.is_busy and other.is_busy
        and (one.vehicle_id = other.vehicle_id or one.driver_id = other.driver_id)
        and tstzrange(one.pickup_at, one.ends_at) && tstzrange(other.pickup_at, other.ends_at)) as wrong_engagements`
  return counts
}

async function judgeDriving(sql: Sql, { rides }: Ledger) {
  const driven = rides.map(({ leadId, mark, ways, reports, reviewId }) => ({
    leadId,
    mark,
    tripId: ways[0]?.tripId ?? null,
    reports,
    reviewId,
  }))
  const all = sql`
    jsonb_to_recordset(${sql.json(driven)}::jsonb) as ride ("leadId" bigint, "tripId" bigint, reports jsonb, "reviewId" bigint, mark text)`
  const [counts] = await sql<
    [Pick<RideVerdict, 'wrongReports' | 'wrongSheets' | 'wrongNumbers' | 'wrongReviews' | 'doubledNotices'>]
  >`
    select (select count(*) from ${all} cross join lateral jsonb_array_elements_text(reports) as report (key) where (
        select count(*) from driver_events e where trip_id = "tripId" and e.key = report.key) <> 1)
        + (select count(*) from (select from driver_events group by trip_id, event having count(*) > 1) as doubled)
        as wrong_reports,
      (select count(*) from trips where state in ('started', 'onSite', 'aboard', 'finished') and (
        select count(*) <> 1 or bool_or(state = 'finished' and arrival_at is null) from service_sheets s
        where s.trip_id = trips.id)) as wrong_sheets,
      (select count(*) from (
        select from service_sheets s join service_sheet_numbers n using (vehicle_id, year) group by vehicle_id, year, n.last
        having count(distinct number) <> count(*) or min(number) <> 1 or max(number) <> count(*) or n.last <> count(*)
      ) as gap) as wrong_numbers,
      (select count(*) from ${all} where "reviewId" is not null and not exists (
        select from reviews where id = "reviewId" and lead_id = "leadId" and text = 'Bene. ' || mark)) as wrong_reviews,
      (select count(*) from (
        select from driver_notices group by lead_kind, lead_id, direction, content having count(*) > 1) as doubled)
        as doubled_notices`
  return counts
}

async function missingNotices(sql: Sql, sweptAt: Date): Promise<number> {
  const unnotified = await sql<{ pickupAt: Date }[]>`
    select trips.pickup_at from trips join rides p on p.trip_id = trips.id
    where state = 'assigned' and not exists (
      select from driver_notices n join email_messages m on m.driver_notice_id = n.id
      where n.lead_kind = p.lead_kind and n.lead_id = p.lead_id and n.direction = p.direction)`
  return unnotified.filter(({ pickupAt }) =>
    [sweptAt, new Date()].every((now) => isSendable(pickupAt, driverHours, now)),
  ).length
}
