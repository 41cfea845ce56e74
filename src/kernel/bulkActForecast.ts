import type { Tx } from '../platform/db.ts'
import type { Act } from './bulkActList.ts'
import { goneReason, listedMax, type Outcome, outcomeOf } from './bulkActOutcome.ts'

interface Chosen {
  ids: string[]
  /** True if a query has just found the rows. */
  areFound: boolean
}

/** Returns what an act would do to many rows. Reads `exceptions`, because trying each row would take long. */
export async function forecast<Input>(
  tx: Tx,
  act: Pick<Act<Input>, 'names' | 'exceptions'>,
  { ids, areFound }: Chosen,
  input: Input,
): Promise<Outcome> {
  const exceptions = await act.exceptions(tx, ids, input)
  const known = areFound ? null : await act.names(tx, ids)
  const reasonOf = (id: string) => (known && !known.has(id) ? goneReason : exceptions.get(id))
  const refused: { id: string; reason: string }[] = []
  let changed = 0
  for (const id of ids) {
    const reason = reasonOf(id)
    if (reason === undefined) changed += 1
    else if (reason !== null) refused.push({ id, reason })
  }
  const named = known ?? (await act.names(tx, shownOf(refused)))
  return outcomeOf(
    ids.length,
    changed,
    refused.map((one) => ({ ...one, name: named.get(one.id) ?? one.id })),
  )
}

/** Returns the ids of the rows whose names the response may show. The names of 100,000 rows would take a second. */
function shownOf(refused: { id: string; reason: string }[]): string[] {
  const first = new Map<string, string[]>()
  for (const { id, reason } of refused) {
    const ids = first.get(reason) ?? []
    if (ids.length < listedMax) first.set(reason, [...ids, id])
  }
  return [...first.values()].flat()
}
