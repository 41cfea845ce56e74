import { findClock, minutesOf } from '../../../kernel/clockTime.ts'
import { clockOf } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import { flightFault, terminalOf } from '../../leads/requests/flight.contract.ts'
import type { PlannedRide } from '../rides/rides.queries.ts'

interface FlightRide extends Pick<PlannedRide, 'from' | 'to' | 'pickupAt'> {
  endsAt: Date
  /** Number of the flight or train as the customer wrote it, often with its time. */
  flight: string
}

/** Maximum minutes from the arrival of a flight or train to the pick-up. A longer wait suggests a wrong time. */
const latestAfterArrival = 120

/** Returns an Italian sentence if the flight or train does not fit the pick-up, otherwise an empty text. */
export function flightMismatch({ from, to, pickupAt, endsAt, flight }: FlightRide): string {
  const time = clockOf(pickupAt)
  const flightTime = findClock(flight) ?? ''
  const rideMinutes = Math.round((endsAt.getTime() - pickupAt.getTime()) / 60_000)
  const trip = { from, to, flightOrTrain: flight, time, flightTime, rideMinutes }
  const fault = flightFault(italian, trip)
  if (fault || !flightTime) return fault
  if (terminalOf(from)) {
    const wait = minutesBetween(flightTime, time)
    if (wait < 0) return `L’arrivo è alle ${flightTime}, dopo il ritiro delle ${time}.`
    return wait > latestAfterArrival
      ? `L’arrivo è alle ${flightTime}, più di due ore prima del ritiro delle ${time}.`
      : ''
  }
  const isMissed = terminalOf(to) && minutesBetween(clockOf(endsAt), flightTime) < 0
  return isMissed ? `La partenza è alle ${flightTime}, prima dell’arrivo del transfer.` : ''
}

/** Returns -720 to 719 minutes, because the two times may be on different days. Negative if `other` is earlier. */
function minutesBetween(one: string, other: string): number {
  const [from = 0, to = 0] = [one, other].map(minutesOf)
  return ((to - from + 3 * 720) % 1440) - 720
}
