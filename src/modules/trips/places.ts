import { terminalOf } from '../leads/status/queries.ts'
import type { Direction } from './offers/contract.ts'

interface Ride {
  from: string
  to: string
  /** Street address in `from` or `to`; `placesOf` decides which. */
  address: string | null
  direction: Direction
}

/**
 * Returns both places and puts the street address before one of them. On the outbound ride this is the departure or, if
 * the departure is a terminal (airport, station or port), the destination. On the return ride it is the destination or,
 * if the destination is a terminal, the departure.
 */
export function placesOf({ from, to, address, direction }: Ride): { from: string; to: string } {
  if (!address) return { from, to }
  const isOut = direction === 'there'
  const isAtStart = isOut === (terminalOf(isOut ? from : to) === null)
  return isAtStart ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
