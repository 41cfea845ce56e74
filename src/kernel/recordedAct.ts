import type { Tx } from '../platform/db.ts'
import { type RecordedAct, recordedActs } from './bulkActList.ts'
import { type Caller, messageName } from './message.ts'

// A recorded act is one command that is undone as a whole: triggers (sql/081_bulk_acts.sql) record every row that it
// changes, in its transaction.

/** A recorded act has one item, because it is undone as a whole. */
export const onlyItem = '1'

/** Declares that staff undo the acts of a command, which calls `beginAct` and `endAct` itself. */
export function recordable(act: RecordedAct): void {
  recordedActs.set(messageName(act.message), act)
}

/** Makes a command a recorded act. Its response contains the id of the act; none if the command changed no row. */
export function recorded<A extends [Tx, object, Caller, ...unknown[]], T extends object>(
  act: RecordedAct,
  fn: (...args: A) => Promise<T>,
): (...args: A) => Promise<T & { actId?: number }> {
  recordable(act)
  const name = messageName(act.message)
  return async (...args) => {
    const [tx, , caller] = args
    const actId = await beginAct(tx, { act: name, title: act.title }, caller)
    const output = await fn(...args)
    return { ...output, ...(await endAct(tx, actId)) }
  }
}

/**
 * Starts to record the rows that the transaction changes. `act` is the name of the command that is undone. Returns null
 * inside another act, which then records them.
 */
export async function beginAct(
  tx: Tx,
  { act, title, undoes = null }: { act: string; title: string; undoes?: number | null },
  caller: Caller,
): Promise<number | null> {
  const [begun] = await tx<[{ id: number }?]>`
    with begun as (
      insert into bulk_acts (act, title, made_by, total, changed, undoes, takes_back)
      select ${act}, ${title}, ${caller.name}, 1, 1, ${undoes}::bigint,
        coalesce((select not takes_back from bulk_acts where id = ${undoes}), false)
      where coalesce(current_setting('app.act', true), '') = ''
      returning id)
    select id from begun
    where set_config('app.act', id::text, true) = id::text and set_config('app.act_item', ${onlyItem}, true) <> ''`
  return begun?.id ?? null
}

/** Returns `{ actId }`; `{}` if the act has changed no row, and is deleted, or if another act records the rows. */
export async function endAct(tx: Tx, actId: number | null): Promise<{ actId?: number }> {
  if (actId === null) return {}
  const [, empty] = await Promise.all([
    stopRecording(tx),
    tx`
      delete from bulk_acts
      where id = ${actId} and not exists (select from bulk_act_rows where act_id = ${actId}) returning id`,
  ])
  return empty.length === 0 ? { actId } : {}
}

/** The rows that the transaction changes from now on are not recorded. */
export async function stopRecording(tx: Tx): Promise<void> {
  await tx`select set_config('app.act', '', true)`
}
