import { terminalOf } from '../leads/status/queries.ts'
import type { Direction } from './offers/contract.ts'

interface Ride {
  from: string
  to: string
  /** Street address in `from` or `to`, whichever is no terminal (airport, station or port). */
  address: string | null
  direction: Direction
}

/**
 * Returns both places and puts the street address before one of them: the place that is no terminal, or the departure
 * of the outbound ride if neither place is a terminal.
 */
export function placesOf({ from, to, address, direction }: Ride): { from: string; to: string } {
  if (!address) return { from, to }
  const isOut = direction === 'there'
  const isAtStart = isOut === (terminalOf(isOut ? from : to) === null)
  return isAtStart ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
