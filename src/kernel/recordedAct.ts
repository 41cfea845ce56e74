import type { Tx } from '../platform/db.ts'
import { type RecordedAct, recordedActs } from './bulkActList.ts'
import { type Caller, messageName } from './message.ts'

/**
 * Makes a command a recorded act: triggers (sql/081_bulk_acts.sql) record every row that `fn` changes, in the command's
 * transaction, and the response contains the id of the act, with which staff undo it as a whole.
 */
export function recorded<A extends [Tx, object, Caller, ...unknown[]], T extends object>(
  act: RecordedAct,
  fn: (...args: A) => Promise<T>,
): (...args: A) => Promise<T & { actId: number }> {
  const name = messageName(act.message)
  recordedActs.set(name, act)
  return async (...args) => {
    const [tx, , caller] = args
    const actId = await beginAct(tx, { act: name, title: act.title }, caller)
    const output = await fn(...args)
    await endAct(tx)
    return { ...output, actId }
  }
}

/** Starts to record the rows that the transaction changes. `act` is the name of the command that is undone. */
export async function beginAct(
  tx: Tx,
  { act, title }: { act: string; title: string },
  caller: Caller,
): Promise<number> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into bulk_acts (act, title, made_by, total, changed) values (${act}, ${title}, ${caller.name}, 1, 1)
    returning id`
  await tx`select set_config('app.act', ${String(id)}, true), set_config('app.act_item', ${onlyItem}, true)`
  return id
}

export async function endAct(tx: Tx): Promise<void> {
  await tx`select set_config('app.act', '', true)`
}

/** A recorded act has one item, because it is undone as a whole. */
export const onlyItem = '1'
