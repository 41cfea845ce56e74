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
 * Returns both places and puts the street address before one of them. An outbound ride gets the address before the
 * departure or, if the departure is a terminal (airport, station or port), before the destination. A return ride gets
 * the address before the destination or, if the destination is a terminal, before the departure.
 */
export function placesOf({ from, to, address, direction }: Ride): { from: string; to: string } {
  if (!address) return { from, to }
  const isOut = direction === 'there'
  const isAtStart = isOut === (terminalOf(isOut ? from : to) === null)
  return isAtStart ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
