import type { Context } from '../../../kernel/context.ts'
import type { Sql } from '../../../platform/db.ts'
import type { FareAnswer } from '../../catalog/fares/contract.ts'
import { type End, fareFor } from '../../catalog/fares/queries.ts'
import { routeTotals, type TravelDay } from '../../catalog/search/queries.ts'
import type { Choice, Journey } from './contract.ts'

/** Inputs of a page in addition to its URL and the data. */
export interface Shown {
  context: Context
  /** Day of the prices. */
  when: TravelDay
  /** The visitor's trip. */
  choice: Choice
}

/** Returns the visitor's choice, and what the routes cost his party. */
export async function choiceFor(read: Sql, routes: { id: number }[], { choice, when }: Shown) {
  const asked = { party: choice.party, when, isReturn: choice.isReturn, returnDay: choice.returnDay }
  const ids = choice.passengers === null ? [] : routes.map(({ id }) => id)
  return { choice, totals: await routeTotals(read, ids, asked) }
}

interface Ride {
  from: End
  to: End
}

export const rideOf = ({ departure, departureTown, destination, destinationTown }: Journey): Ride => ({
  from: { text: departure, town: departureTown },
  to: { text: destination, town: destinationTown },
})

/** Returns the fare of the visitor's choice. A return without a day is on the day of the outbound. */
export function fareOfChoice(read: Sql, ride: Ride, { when, choice }: Shown): Promise<FareAnswer> {
  const { party, isReturn, returnDay } = choice
  const question = { ...ride, day: when.day, party, isReturn, returnDay: returnDay ?? when.day }
  return fareFor(read, question, when.today)
}
