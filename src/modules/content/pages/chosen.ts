import type { Context } from '../../../kernel/context.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { FareAnswer } from '../../catalog/fares/contract.ts'
import { type End, fareFor, namedIn } from '../../catalog/fares/fares.queries.ts'
import { routeTotals, type TravelDay } from '../../catalog/search/search.queries.ts'
import type { Choice, Journey } from './contract.ts'

export interface Shown {
  context: Context
  /** Day for which the page shows prices. */
  when: TravelDay
  choice: Choice
  t: Translate
}

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

/** A way back without a day gets the prices of the day of the outbound ride. */
export async function fareOfChoice(read: Sql, ride: Ride, { when, choice, t }: Shown): Promise<FareAnswer> {
  const { party, isReturn, returnDay } = choice
  const question = { ...ride, day: when.day, party, isReturn, returnDay: returnDay ?? when.day }
  return namedIn(read, t, await fareFor(read, question, when.today))
}
