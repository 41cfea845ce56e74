import type { Leg } from '../lead/leg.contract.ts'
import { terminalOf } from './flight.contract.ts'

type Ends = Pick<Leg, 'direction' | 'from' | 'to'>

/**
 * Returns whether the street address of a request is where the leg starts: in the departure of the request, or in its
 * destination if the departure is an airport, station or port.
 */
function startsAtAddress({ direction, from, to }: Ends): boolean {
  const isOut = direction === 'there'
  return isOut === (terminalOf(isOut ? from : to) === null)
}

/** Puts the street address before the name of the place in which it is. */
export function placesOf({ address, ...ends }: Ends & { address: string | null }): Pick<Leg, 'from' | 'to'> {
  const { from, to } = ends
  if (!address) return { from, to }
  return startsAtAddress(ends) ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
