import type { Context } from '../../../kernel/context.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { FareAnswer } from '../../catalog/fares/contract.ts'
import { type FareQuestion, fareFor, namedIn } from '../../catalog/fares/fares.queries.ts'
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
  const ids = choice.passengers === null ? [] : routes.map(({ id }) => id)
  return { choice, totals: await routeTotals(read, ids, { party: choice.party, when, back: backOf(choice) }) }
}

/** A way back without a day gets the prices of the day of the outbound ride. */
const backOf = ({ isReturn, returnDay }: Choice) => (isReturn ? { day: returnDay } : null)

type Ends = Pick<FareQuestion, 'from' | 'to'>

export const endsOf = ({ departure, departureTown, destination, destinationTown }: Journey): Ends => ({
  from: { text: departure, town: departureTown },
  to: { text: destination, town: destinationTown },
})

export async function fareOfChoice(read: Sql, ends: Ends, { when, choice, t }: Shown): Promise<FareAnswer> {
  const question = { ...ends, there: when, back: backOf(choice), party: choice.party }
  return namedIn(read, t, await fareFor(read, question, when.today))
}
