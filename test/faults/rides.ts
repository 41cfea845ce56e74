import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockOf, romanDay } from '../../src/kernel/romanDay.ts'
import { driverHours, isSendable } from '../../src/modules/trips/reminders/due.contract.ts'
import type { System } from './system.ts'
import { type AcknowledgedRide, addressOf, insist, type Ledger } from './traffic.ts'

interface Order {
  index: number
  cookie: string
}

/** Hours until the pick-up. More than twelve hours ahead, the driver cannot start the trip. */
const hoursAhead = [2, 5, 8, 11]

/** Sells and assigns a ride. Two of three rides are also driven and reviewed. Four rides share a vehicle. */
export async function driveRide(system: System, ledger: Ledger, { index, cookie }: Order): Promise<void> {
  const number = ledger.sales++
  const headers = { cookie, 'x-forwarded-for': addressOf(index) }
  const send = (method: string, path: string, body?: object) =>
    insist(system, ledger, { method, path: `/api/${path}`, body, headers })
  // The customer's page and the driver's phone send no Idempotency-Key. The server must recognize a repetition.
  const repeat = (path: string, body: object) =>
    insist(system, ledger, { method: 'POST', path: `/api/${path}`, body, headers, isKeyed: false })

  const mark = `Ada ${index} ${randomUUID()}`
  const hours = hoursAhead[number % hoursAhead.length] ?? 0
  const pickup = new Date(Date.now() + hours * 3_600_000)
  const lead = await send('POST', 'bookings', {
    name: mark,
    phone: '347 1234567',
    email: `ada${index}@example.com`,
    passengers: '2',
    departure: 'Aeroporto Brindisi',
    destination: 'Lecce',
    flightOrTrain: 'FR 1234',
    date: romanDay(pickup),
    time: clockOf(pickup),
  })
  if (!lead) return
  const leadId = Number(lead.id)
  ledger.leads.push({ kind: 'bookings', id: leadId, mark })
  const token = String(lead.statusPath).split('/').at(-2)
  const offer = await send('POST', 'admin/offers', {
    leadKind: 'booking',
    leadId,
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    lines: [{ direction: 'there', vehicle: 'berlina', total: '90' }],
  })
  if (!offer) return
  const accept = () => repeat(`requests/${token}/offer/${offer.id}/accept`, {})
  const accepted = await Promise.all([accept(), accept()])
  if (accepted.includes(null)) return
  const addPair = async (car: number) => ({
    vehicle: await send('POST', 'admin/vehicles', {
      plate: `AA${String(car).padStart(6, '0')}`,
      kind: 'minivan',
      seats: 8,
      bags: 8,
    }),
    driver: await send('POST', 'admin/drivers', { name: `Ugo ${car}`, phone: '347 7654321' }),
  })
  const car = Math.floor(number / hoursAhead.length)
  const added = ledger.pairs.get(car) ?? addPair(car)
  ledger.pairs.set(car, added)
  const { vehicle, driver } = await added
  const tripId = await tripOf(system, leadId)
  if (!vehicle || !driver || tripId === null) return
  const pair = { vehicleId: Number(vehicle.id), driverId: Number(driver.id) }
  if (!(await repeat(`admin/trips/${tripId}/assign`, pair))) return
  const ride: AcknowledgedRide = {
    leadId,
    mark,
    offerId: Number(offer.id),
    tripId,
    vehicleId: pair.vehicleId,
    reports: [],
    isFinished: false,
    reviewId: null,
  }
  ledger.rides.push(ride)
  // The worker runs `remindOfTrips` once a minute, which is too rare for a storm.
  await remindNow(system, ledger, headers)
  if (number % 3 === 0) return
  for (const event of ['started', 'onSite', 'aboard', 'finished']) {
    const key = `${event} ${mark}`
    const km = event === 'started' ? 100 : event === 'finished' ? 180 : null
    const report = { event, at: new Date().toISOString(), key, km }
    if (!(await repeat(`admin/trips/${tripId}/events`, report))) return
    ride.reports.push(key)
  }
  ride.isFinished = true
  const status = await send('GET', `requests/${token}`)
  const words = { rating: 1 + (index % 5), text: `Bene. ${mark}`, name: 'Ada' }
  const review = await send('POST', `reviews/${status?.reviewToken}`, words)
  if (review) ride.reviewId = Number(review.id)
}

/** Runs `remindOfTrips` as an administrator does in the panel. */
export function remindNow(system: System, ledger: Ledger, headers: Record<string, string>) {
  const path = '/api/admin/periodic-tasks/remindOfTrips/run'
  return insist(system, ledger, { method: 'POST', path, body: {}, headers })
}

/** Returns the id of the trip of the accepted offer, or null. Waits while the database is down. */
async function tripOf({ sql }: System, leadId: number): Promise<number | null> {
  for (;;)
    try {
      const [party] = await sql<[{ tripId: number }?]>`
        select trip_id from rides where lead_kind = 'booking' and lead_id = ${leadId}`
      return party?.tripId ?? null
    } catch {
      await sleep(100)
    }
}

export interface RideVerdict {
  rides: number
  /** Rides with a wrong accepted offer, or without exactly one event of the acceptance. */
  wrongAcceptances: number
  /** Acknowledged acceptances without exactly one trip. */
  wrongTrips: number
  lostAssignments: number
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
export async function judgeRides({ sql }: System, { rides }: Ledger, sweptAt: Date): Promise<RideVerdict> {
  const all = sql`
    jsonb_to_recordset(${sql.json(rides.map((ride) => ({ ...ride })))}::jsonb) as ride ("leadId" bigint, "offerId" bigint, "tripId" bigint,
      "vehicleId" bigint, reports jsonb, "isFinished" boolean, "reviewId" bigint, mark text)`
  const [counts] = await sql<[Omit<RideVerdict, 'missingNotices'>]>`
    with acceptances as (
      select (payload->>'offerId')::bigint as id, count(*) as times from outbox where type = 'trips:offerAccepted' group by 1
    )
    select (select count(*) from ${all}) as rides,
      (select count(*) from ${all} left join acceptances on acceptances.id = "offerId" where (
        select count(*) filter (where id = "offerId") <> 1 or count(*) <> 1 from offers
        where lead_kind = 'booking' and lead_id = "leadId" and state = 'accepted')
        or times is distinct from 1) as wrong_acceptances,
      (select count(*) from ${all} where (
        select count(*) from rides where lead_kind = 'booking' and lead_id = "leadId") <> 1) as wrong_trips,
      (select count(*) from ${all} where not exists (
        select from trips where id = "tripId" and vehicle_id = "vehicleId")) as lost_assignments,
      (select count(*) from ${all} cross join lateral jsonb_array_elements_text(reports) as report (key) where (
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
  const unnotified = await sql<{ pickupAt: Date }[]>`
    select trips.pickup_at from trips join rides p on p.trip_id = trips.id
    where state = 'assigned' and not exists (
      select from driver_notices n join email_messages m on m.driver_notice_id = n.id
      where n.lead_kind = p.lead_kind and n.lead_id = p.lead_id)`
  const missing = unnotified.filter(({ pickupAt }) =>
    [sweptAt, new Date()].every((now) => isSendable(pickupAt, driverHours, now)),
  )
  return { ...counts, missingNotices: missing.length }
}
