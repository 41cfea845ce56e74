import { terminalOf } from '../leads/status/queries.ts'
import type { Direction } from './offers/contract.ts'

interface Ride {
  from: string
  to: string
  /** Street address at the end that is no terminal. */
  address: string | null
  direction: Direction
}

/** Returns both places, one of them with the street address. Without a terminal it is that of the customer's departure. */
export function placesOf({ from, to, address, direction }: Ride): { from: string; to: string } {
  if (!address) return { from, to }
  const isOut = direction === 'there'
  const isAtStart = isOut === (terminalOf(isOut ? from : to) === null)
  return isAtStart ? { from: `${address}, ${from}`, to } : { from, to: `${address}, ${to}` }
}
