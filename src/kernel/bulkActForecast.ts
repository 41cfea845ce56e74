import type { Tx } from '../platform/db.ts'
import type { Act } from './bulkActList.ts'
import { goneReason, type Outcome, outcomeOf } from './bulkActOutcome.ts'
import type { BulkOutcome } from './selection.ts'

/** Returns what an act would do to many rows. Reads `exceptions`, because trying each row would take long. */
export async function forecast<Input>(
  tx: Tx,
  act: Pick<Act<Input>, 'names' | 'exceptions'>,
  ids: string[],
  input: Input,
): Promise<Outcome> {
  const names = await act.names(tx, ids)
  const exceptions = await act.exceptions(tx, ids, input)
  const refused: BulkOutcome['refused'] = []
  let changed = 0
  for (const id of ids) {
    const name = names.get(id)
    const reason = name === undefined ? goneReason : exceptions.get(id)
    if (reason === undefined) changed += 1
    else if (reason !== null) refused.push({ id, name: name ?? id, reason })
  }
  return outcomeOf(ids.length, changed, refused)
}
