import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockOf, romanDay } from '../../src/kernel/romanDay.ts'
import type { System } from './system.ts'
import { type AcknowledgedRide, type AcknowledgedWay, addressOf, insist, type Ledger } from './traffic.ts'

export interface Order {
  index: number
  cookie: string
}

/** Input of each step of a course. */
export interface Course extends Order {
  system: System
  ledger: Ledger
  /** Number of the course, from 0. */
  number: number
}

/** A command was refused, or a reaction did not come. The ledger has the reason among its odd responses. */
export class Ended extends Error {}

/** Hours until the pick-up. More than twelve hours ahead, the driver cannot start the trip. */
const hoursAhead = [2, 5, 8, 11]
/** Hours from the pick-up to that of the way back, which has another vehicle. */
const hoursUntilBack = 1.5
const minuteMs = 60_000
const reactionMsMax = 180_000

/** Each call of a customer's page has an IP address of its own, because retries count for the limits of public calls. */
let visitors = 0x4000000

type Body = Record<string, unknown>

/** Sends a command of staff. All attempts have one Idempotency-Key. */
async function send(course: Course, method: string, path: string, body?: object): Promise<Body> {
  const { system, ledger, index, cookie } = course
  const headers = { cookie, 'x-forwarded-for': addressOf(index) }
  const reply = await insist(system, ledger, { method, path: `/api/${path}`, body, headers })
  if (!reply) throw new Ended(path)
  return reply
}

/** The customer's page and the driver's phone send no Idempotency-Key. The server must recognize a repetition. */
async function repeat(course: Course, path: string, body: object): Promise<Body> {
  const { system, ledger, cookie } = course
  const headers = { cookie, 'x-forwarded-for': addressOf(visitors++) }
  const command = { method: 'POST', path: `/api/${path}`, body, headers, isKeyed: false }
  const reply = await insist(system, ledger, command)
  if (!reply) throw new Ended(path)
  return reply
}

/** Sends a command of the customer's page twice at once, as an impatient finger does. */
const twice = (course: Course, path: string) =>
  Promise.all([repeat(course, path, {}), repeat(course, path, {})])

interface Asked {
  isReturn?: boolean
  minutesLater?: number
}

export async function book(
  course: Course,
  { isReturn = false, minutesLater = 0 }: Asked = {},
): Promise<AcknowledgedRide> {
  const { index, ledger, number } = course
  const mark = `Ada ${index} ${randomUUID()}`
  const hours = hoursAhead[number % hoursAhead.length] ?? 0
  const pickupAt = wholeMinute(Date.now() + (hours * 60 + minutesLater) * minuteMs)
  const backAt = wholeMinute(pickupAt.getTime() + hoursUntilBack * 60 * minuteMs)
  const address = 'Via Palmieri 1'
  const lead = await send(course, 'POST', 'bookings', {
    name: mark,
    phone: '347 1234567',
    email: `ada${index}@example.com`,
    passengers: '2',
    departure: 'Aeroporto Brindisi',
    destination: 'Lecce',
    flightOrTrain: 'FR 1234',
    address,
    ...moment('there', pickupAt),
    ...(isReturn && { returnTrip: true, ...moment('back', backAt) }),
  })
  const common = { address, tripId: null, vehicleId: null, moves: 0 }
  const there: AcknowledgedWay = { direction: 'there', pickupAt, ...common }
  const back: AcknowledgedWay = { direction: 'back', pickupAt: backAt, ...common }
  const ride: AcknowledgedRide = {
    leadId: Number(lead.id),
    mark,
    token: String(lead.statusPath).split('/').at(-2) ?? '',
    offerId: null,
    ways: isReturn ? [there, back] : [there],
    address,
    wish: '',
    cancelledBy: null,
    sharesWith: [],
    movedAt: new Date(0),
    reports: [],
    isFinished: false,
    reviewId: null,
  }
  const directions = ride.ways.map(({ direction }) => direction)
  ledger.leads.push({ kind: 'bookings', id: ride.leadId, mark, directions })
  ledger.rides.push(ride)
  return ride
}

const wholeMinute = (time: number) => new Date(Math.floor(time / minuteMs) * minuteMs)

const moment = (direction: AcknowledgedWay['direction'], at: Date) =>
  direction === 'there'
    ? { date: romanDay(at), time: clockOf(at) }
    : { returnDate: romanDay(at), returnTime: clockOf(at) }

/** Sends an offer, which the customer accepts twice at once. */
export async function sell(course: Course, ride: AcknowledgedRide): Promise<void> {
  const offer = await send(course, 'POST', 'admin/offers', {
    leadKind: 'booking',
    leadId: ride.leadId,
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    lines: ride.ways.map(({ direction }) => ({ direction, vehicle: 'berlina', total: '90' })),
  })
  await twice(course, `requests/${ride.token}/offer/${offer.id}/accept`)
  ride.offerId = Number(offer.id)
  await planned(course, ride)
}

/** Confirms the request without an offer, and waits for its trips. */
export async function confirm(course: Course, ride: AcknowledgedRide): Promise<void> {
  await send(course, 'PATCH', `admin/bookings/${ride.leadId}`, { status: 'confermata' })
  await planned(course, ride)
}

/** Waits until each way has a trip at the acknowledged time and address. */
export async function planned({ system, ledger }: Course, ride: AcknowledgedRide): Promise<void> {
  const end = Date.now() + reactionMsMax
  for (;;) {
    const rows = await system.sql<{ direction: string; tripId: number; pickupAt: Date; address: string }[]>`
      select direction, trip_id, pickup_at, address from planned_rides
      where lead_kind = 'booking' and lead_id = ${ride.leadId}`.catch(() => [])
    const isPlanned = ride.ways.every((way) =>
      rows.some(
        ({ direction, pickupAt, address }) =>
          direction === way.direction &&
          pickupAt.getTime() === way.pickupAt.getTime() &&
          address === way.address,
      ),
    )
    if (isPlanned) {
      for (const way of ride.ways)
        way.tripId = rows.find(({ direction }) => direction === way.direction)?.tripId ?? null
      return
    }
    if (Date.now() > end) {
      ledger.odd.push(`the trips of booking ${ride.leadId} did not follow: ${JSON.stringify({ ride, rows })}`)
      throw new Ended('planned')
    }
    await sleep(100)
  }
}

/** Assigns vehicle and driver. Four courses share the first pair, and four the second. */
export async function assign(
  course: Course,
  way: AcknowledgedWay,
  which: 'first' | 'second' = way.direction === 'back' ? 'second' : 'first',
): Promise<void> {
  const { vehicle, driver } = await pairOf(course, which)
  const pair = { vehicleId: Number(vehicle.id), driverId: Number(driver.id) }
  await repeat(course, `admin/trips/${way.tripId}/assign`, pair)
  way.vehicleId = pair.vehicleId
}

function pairOf(course: Course, which: 'first' | 'second') {
  const { ledger, number } = course
  const key = 2 * Math.floor(number / hoursAhead.length) + (which === 'first' ? 0 : 1)
  const add = async () => ({
    vehicle: await send(course, 'POST', 'admin/vehicles', {
      plate: `AA${String(key).padStart(6, '0')}`,
      kind: 'minivan',
      seats: 8,
      bags: 8,
    }),
    driver: await send(course, 'POST', 'admin/drivers', { name: `Ugo ${key}`, phone: '347 7654321' }),
  })
  const added = ledger.pairs.get(key) ?? add()
  ledger.pairs.set(key, added)
  return added
}

export async function wish(course: Course, ride: AcknowledgedRide): Promise<void> {
  const text = `Più tardi, per favore. ${ride.mark}`
  await repeat(course, `requests/${ride.token}/changes`, { text })
  ride.wish = text
}

/** Staff change day, time and address of the request. Its trips follow, and lose vehicle and driver. */
export async function moveRequest(
  course: Course,
  ride: AcknowledgedRide,
  { minutes }: { minutes: number },
): Promise<void> {
  const address = 'Piazza Mazzini 2'
  const pickups = ride.ways.map(({ pickupAt }) => new Date(pickupAt.getTime() + minutes * minuteMs))
  const moments = ride.ways.map(({ direction }, index) => moment(direction, pickups[index] ?? new Date()))
  ride.movedAt = new Date()
  await send(course, 'PATCH', `admin/bookings/${ride.leadId}`, Object.assign({ address }, ...moments))
  ride.address = address
  for (const [index, way] of ride.ways.entries())
    Object.assign(way, { pickupAt: pickups[index], address, vehicleId: null, moves: way.moves + 1 })
}

/** The dispatcher moves the trip of the way there, for all requests that share it. Vehicle and driver stay. */
export async function moveTrip(
  course: Course,
  rides: AcknowledgedRide[],
  { minutes }: { minutes: number },
): Promise<void> {
  const later = ({ pickupAt }: AcknowledgedWay) => new Date(pickupAt.getTime() + minutes * minuteMs)
  const ways = rides.flatMap(({ ways: [there] }) => there ?? [])
  const first = Math.min(...ways.map((way) => later(way).getTime()))
  for (const ride of rides) ride.movedAt = new Date()
  const pickupAt = new Date(first).toISOString()
  await send(course, 'PATCH', `admin/trips/${ways[0]?.tripId}`, { pickupAt })
  for (const way of ways) Object.assign(way, { pickupAt: later(way), moves: way.moves + 1 })
}

/** The dispatcher changes the address of the trip. The request of a single ride gets it, too. */
export async function readdressTrip(course: Course, ride: AcknowledgedRide): Promise<void> {
  const address = 'Porta Napoli 3'
  const [there] = ride.ways
  if (!there) return
  await send(course, 'PATCH', `admin/trips/${there.tripId}`, { address })
  there.address = address
  if (ride.ways.length === 1) ride.address = address
}

export async function join(course: Course, host: AcknowledgedRide, guest: AcknowledgedRide): Promise<void> {
  const [there, other] = [host.ways[0], guest.ways[0]]
  if (!there || !other) return
  await send(course, 'POST', `admin/trips/${there.tripId}/join`, { tripIds: [other.tripId] })
  other.tripId = there.tripId
  host.sharesWith = [guest.leadId]
  guest.sharesWith = [host.leadId]
}

/** Gives `leaving` a trip of its own. */
export async function split(
  course: Course,
  staying: AcknowledgedRide,
  leaving: AcknowledgedRide,
): Promise<void> {
  const parties = [{ leadKind: 'booking', leadId: leaving.leadId }]
  const own = await send(course, 'POST', `admin/trips/${staying.ways[0]?.tripId}/split`, { parties })
  part(staying, leaving)
  Object.assign(leaving.ways[0] ?? {}, { tripId: Number(own.id), vehicleId: null })
}

function part(staying: AcknowledgedRide, leaving: AcknowledgedRide): void {
  staying.sharesWith = staying.sharesWith.filter((id) => id !== leaving.leadId)
  leaving.sharesWith = []
}

/** The customer cancels twice at once. Each trip that the request does not share is cancelled. */
export async function cancelAsGuest(
  course: Course,
  ride: AcknowledgedRide,
  sharing?: AcknowledgedRide,
): Promise<void> {
  await twice(course, `requests/${ride.token}/cancel`)
  cancelled(ride, 'guest')
  if (sharing) part(sharing, ride)
}

export async function cancelAsStaff(course: Course, ride: AcknowledgedRide): Promise<void> {
  await send(course, 'PATCH', `admin/bookings/${ride.leadId}`, { status: 'persa' })
  cancelled(ride, 'staff')
}

function cancelled(ride: AcknowledgedRide, by: 'guest' | 'staff'): void {
  ride.cancelledBy = by
  for (const way of ride.ways) way.vehicleId = null
}

/** The driver reports the way there, and the customer reviews it. */
export async function drive(course: Course, ride: AcknowledgedRide): Promise<void> {
  for (const event of ['started', 'onSite', 'aboard', 'finished']) {
    const key = `${event} ${ride.mark}`
    const km = event === 'started' ? 100 : event === 'finished' ? 180 : null
    const report = { event, at: new Date().toISOString(), key, km }
    await repeat(course, `admin/trips/${ride.ways[0]?.tripId}/events`, report)
    ride.reports.push(key)
  }
  ride.isFinished = true
  const status = await send(course, 'GET', `requests/${ride.token}`)
  const words = { rating: 1 + (course.index % 5), text: `Bene. ${ride.mark}`, name: 'Ada' }
  const review = await send(course, 'POST', `reviews/${status.reviewToken}`, words)
  ride.reviewId = Number(review.id)
}

/** Runs `remindOfTrips` as an administrator does in the panel. */
export function remindNow(
  { system, ledger }: Pick<Course, 'system' | 'ledger'>,
  headers: Record<string, string>,
) {
  const path = '/api/admin/periodic-tasks/remindOfTrips/run'
  return insist(system, ledger, { method: 'POST', path, body: {}, headers })
}
