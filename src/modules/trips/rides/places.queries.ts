import type { Direction } from '../../leads/lead/leg.contract.ts'
import { terminalOf } from '../../leads/requests/flight.contract.ts'

interface Ride {
  from: string
  to: string
  /** Street address in `from` or `to`; `placesOf` decides which. */
  address: string | null
  direction: Direction
}

/**
 * Puts the street address before the departure of an outbound ride or the destination of a return ride. If that place
 * is an airport, station or port, puts the address before the other place.
 */
export function placesOf({ from, to, address, direction }: Ride): { from: string; to: string } {
  if (!address) return { from, to }
  const isOut = direction === 'there'
  const isAtStart = isOut === (terminalOf(isOut ? from : to) === null)
  return isAtStart ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
