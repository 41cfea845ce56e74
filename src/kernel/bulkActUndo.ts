import type { Tx } from '../platform/db.ts'
import { audit } from './audit.ts'
import { atOnce, startJob } from './bulkActJob.ts'
import {
  actOf,
  type Conflict,
  mayUndo,
  type RecordedAct,
  type RecordedRow,
  recordedActs,
  tables,
} from './bulkActList.ts'
import { listedMax } from './bulkActOutcome.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import { type Caller, messageName } from './message.ts'
import { beginAct, endAct, onlyItem } from './recordedAct.ts'
import type { Cause, UndoOutcome } from './selection.ts'

/**
 * Undoes an act. A recorded act is undone as a whole, or HttpError 409 says why it is not. The rows that a bulk act changed
 * for one item (a row that staff chose) are restored together or not at all, in a job if more than `atOnce` items are left.
 * Throws HttpError 403 if the caller may not run the act's command.
 */
export async function undoAct(tx: Tx, id: number, caller: Caller, context: Context): Promise<UndoOutcome> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${id}`
  if (row && !mayUndo(row.act, caller))
    throw new HttpError(403, 'Il tuo ruolo non può annullare questa modifica.')
  const items = await itemsToUndo(tx, id)
  const recorded = row && recordedActs.get(row.act)
  if (recorded) return undoRecorded(tx, { actId: id, act: recorded }, caller, context)
  if (items.length > atOnce)
    return {
      undone: 0,
      kept: [],
      keptTotal: 0,
      jobId: await startJob(tx, { actId: id, undoes: true }, caller),
    }
  return { ...(await undoItems(tx, { actId: id, items }, caller, context)), jobId: null }
}

/** The undo is itself a recorded act of the command, so that staff can take it back. */
async function undoRecorded(
  tx: Tx,
  { actId, act }: { actId: number; act: RecordedAct },
  caller: Caller,
  context: Context,
): Promise<UndoOutcome> {
  await act.lock(
    tx,
    await tx<RecordedRow[]>`select table_name, key from bulk_act_rows where act_id = ${actId}`,
  )
  const [entry] = await tx<[{ id: number; subject: string }?]>`
    select id, subject from audit_log where act_id = ${actId} order by id limit 1`
  await beginAct(tx, { act: messageName(act.message), title: act.title }, caller)
  // The first entry of the undo, because only the first one restores an entry.
  const restorer = entry ? { ...caller, restores: entry.id } : caller
  await audit(tx, restorer, 'operations:actUndone', entry?.subject ?? `bulk_acts/${actId}`, null, null)
  const outcome = await undoItem(tx, { actId, item: onlyItem }, caller, context)
  if (outcome.result !== 'undone') throw new HttpError(409, act.refusalOf(outcome))
  await endAct(tx)
  await tx`update bulk_acts set undone = 1, undone_by = ${caller.name}, undone_at = now() where id = ${actId}`
  return { undone: 1, kept: [], keptTotal: 0, jobId: null }
}

/** Returns items not yet undone, latest first. Throws HttpError 404 for an unknown act, 409 if none is left. */
export async function itemsToUndo(tx: Tx, actId: number): Promise<string[]> {
  // The lock makes a concurrent undo of the same act wait here.
  const [act] = await tx<[{ changed: number; undone: number }?]>`
    select changed, undone from bulk_acts where id = ${actId} for update`
  if (!act) throw new HttpError(404, 'Modifica non trovata: si può annullare per 90 giorni.')
  const rows = await tx<{ item: string }[]>`
    select item from bulk_act_rows where act_id = ${actId} and undone_at is null group by item
    order by max(id) desc`
  if (rows.length === 0) throw new HttpError(409, 'Questa modifica è già stata annullata.')
  return rows.map(({ item }) => item)
}

export async function undoItems(
  tx: Tx,
  { actId, items }: { actId: number; items: string[] },
  caller: Caller,
  context: Context,
): Promise<Omit<UndoOutcome, 'jobId'>> {
  const names = await (await actOf(tx, actId)).names(tx, items)
  const kept: UndoOutcome['kept'] = []
  for (const item of items) {
    const { result } = await undoItem(tx, { actId, item }, caller, context)
    if (result === 'undone') continue
    const name = names.get(item)
    // Another row of the item may be gone, such as a redirect that came with the act.
    const reason = result === 'gone' && name !== undefined ? 'changed' : result
    kept.push({ id: item, name: name ?? item, reason: keptReasons[reason] ?? reason })
  }
  const undone = items.length - kept.length
  if (undone > 0) {
    await tx`
      update bulk_acts set undone = undone + ${undone}, undone_by = ${caller.name}, undone_at = now()
      where id = ${actId}`
    await audit(tx, caller, 'operations:bulkActUndone', `bulk_acts/${actId}`, null, { undone })
  }
  return { undone, kept: kept.slice(0, listedMax), keptTotal: kept.length }
}

const keptReasons: Record<string, string> = {
  changed: 'È cambiata di nuovo in seguito.',
  gone: 'È stata eliminata in seguito.',
  taken: 'Un’altra riga ha preso il suo posto.',
}

async function undoItem(
  tx: Tx,
  { actId, item }: Cause,
  caller: Caller,
  context: Context,
): Promise<Conflict | { result: 'undone' }> {
  const rows = await tx<{ tableName: string; id: number }[]>`
    select table_name, (key->>'id')::bigint as id from bulk_act_rows
    where act_id = ${actId} and item = ${item} and undone_at is null and table_name = any(${[...tables.keys()]})
    group by 1, 2 order by 1, 2`
  const restored = rows.flatMap(({ tableName, id }) =>
    (tables.get(tableName) ?? []).map((table) => ({ table, id })),
  )
  const before = await Promise.all(restored.map(({ table, id }) => table.read(tx, id, context)))
  const [{ outcome }] = await tx<[{ outcome: Conflict | { result: 'undone' } }]>`
    select undo_act(${actId}, ${item}) as outcome`
  if (outcome.result === 'undone')
    for (const [index, { table, id }] of restored.entries())
      await table.announce(tx, before[index], await table.read(tx, id, context), caller, context)
  return outcome
}
