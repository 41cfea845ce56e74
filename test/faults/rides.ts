import {
  assign,
  book,
  type Course,
  cancelAsGuest,
  cancelAsStaff,
  confirm,
  drive,
  Ended,
  join,
  moveRequest,
  moveTrip,
  type Order,
  planned,
  readdressTrip,
  remindNow,
  sell,
  split,
  wish,
} from './rideSteps.ts'
import type { System } from './system.ts'
import { type AcknowledgedRide, addressOf, type Ledger } from './traffic.ts'

const dayMinutes = 24 * 60

/** Courses of rides. Each ride takes one of them, in turn. */
const courses: ((course: Course) => Promise<void>)[] = [
  async function driven(course) {
    const ride = await book(course)
    await sell(course, ride)
    await assignAll(course, ride)
    await drive(course, ride)
  },
  async function roundTrip(course) {
    const ride = await book(course, { isReturn: true })
    await wish(course, ride)
    await sell(course, ride)
    await assignAll(course, ride)
    await moveRequest(course, ride, { minutes: 20 })
    await planned(course, ride)
    await assignAll(course, ride)
    await moveTrip(course, [ride], { minutes: 10 })
    await drive(course, ride)
  },
  async function confirmedByStaff(course) {
    const ride = await book(course)
    await confirm(course, ride)
    await moveRequest(course, ride, { minutes: dayMinutes })
    await planned(course, ride)
    await moveTrip(course, [ride], { minutes: 10 })
    await assignAll(course, ride)
  },
  async function shared(course) {
    const [host, guest] = await shareTrip(course)
    await moveTrip(course, [host, guest], { minutes: dayMinutes })
  },
  async function divided(course) {
    const [host, guest] = await shareTrip(course)
    await split(course, host, guest)
    for (const way of guest.ways) await assign(course, way, 'second')
    await wish(course, guest)
  },
  async function left(course) {
    const [host, guest] = await shareTrip(course)
    await cancelAsGuest(course, guest, host)
  },
  async function cancelledByGuest(course) {
    const ride = await book(course, { isReturn: true })
    await sell(course, ride)
    await assignAll(course, ride)
    await wish(course, ride)
    await moveRequest(course, ride, { minutes: dayMinutes })
    // The trips still follow the change.
    await cancelAsGuest(course, ride)
  },
  async function cancelledByStaff(course) {
    const ride = await book(course)
    await confirm(course, ride)
    await assignAll(course, ride)
    await moveTrip(course, [ride], { minutes: 10 })
    await cancelAsStaff(course, ride)
  },
  async function hurried(course) {
    const ride = await book(course)
    await sell(course, ride)
    await moveRequest(course, ride, { minutes: dayMinutes })
    // The dispatcher sees the trip as it was before.
    await readdressTrip(course, ride)
    await planned(course, ride)
    await assignAll(course, ride)
  },
]

/** Sells a ride, changes it in many ways, and drives or cancels it. */
export async function driveRide(system: System, ledger: Ledger, order: Order): Promise<void> {
  const number = ledger.courses++
  const run = courses[number % courses.length]
  try {
    await run?.({ ...order, system, ledger, number })
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  }
}

async function assignAll(course: Course, ride: AcknowledgedRide): Promise<void> {
  for (const way of ride.ways) await assign(course, way)
  const { cookie, index } = course
  // The worker runs `remindOfTrips` once a minute, which is too rare for a storm.
  await remindNow(course, { cookie, 'x-forwarded-for': addressOf(index) })
}

/** Sells two rides, of which one vehicle drives both. */
async function shareTrip(course: Course): Promise<[host: AcknowledgedRide, guest: AcknowledgedRide]> {
  const host = await book(course)
  const guest = await book(course, { minutesLater: 15 })
  for (const ride of [host, guest]) await sell(course, ride)
  await join(course, host, guest)
  await assignAll(course, host)
  for (const way of guest.ways) way.vehicleId = host.ways[0]?.vehicleId ?? null
  return [host, guest]
}
