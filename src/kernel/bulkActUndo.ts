import { fieldOf, type Tx } from '../platform/db.ts'
import { actList } from './actList.ts'
import { audit } from './audit.ts'
import { atOnce, startJob } from './bulkActJob.ts'
import {
  actOf,
  type Conflict,
  departures,
  mayUndo,
  type RecordedAct,
  type RecordedRow,
  type RestoredTogether,
  type RowKey,
  recordedActs,
  tables,
  type UndoneAct,
} from './bulkActList.ts'
import { listedMax } from './bulkActOutcome.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import type { Act, Caller } from './message.ts'
import { beginAct, endAct, onlyItem } from './recordedAct.ts'
import { actUndone, bulkActUndone, type Cause, type UndoOutcome } from './selection.ts'

/** Days in which staff undo an act. The worker then deletes its rows in batches, so an undo would find a part of them. */
export const undoDays = 90

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

/** Returns whether the act is undone as a whole. */
export async function isRecorded(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${id}`
  return row !== undefined && recordedActs.has(row.act)
}

/** The undo is itself a recorded act of the command, so that staff can take it back. */
async function undoRecorded(
  tx: Tx,
  { actId, act }: { actId: number; act: RecordedAct },
  caller: Caller,
  context: Context,
): Promise<UndoOutcome> {
  const rows = await tx<RecordedRow[]>`
    select table_name, key,
      case when before is not null then array(select jsonb_object_keys(before)) end as columns
    from bulk_act_rows where act_id = ${actId}`
  await act.lock(tx, rows, actId)
  const [made] = await tx<[UndoneAct & { act: string }]>`
    select id, act, title, made_at from bulk_acts where id = ${actId}`
  for (const departure of departures) {
    const refusal = await departure(tx, rows, made)
    if (refusal) throw new HttpError(409, refusal)
  }
  const [entry] = await tx<[{ id: number; subject: string }?]>`
    select id, subject from audit_log where act_id = ${actId} order by id limit 1`
  const undoId = await beginAct(tx, { ...made, undoes: actId }, caller)
  const restorer = entry ? { ...caller, restores: entry.id } : caller
  await audit(tx, restorer, actUndone, entry?.subject ?? `bulk_acts/${actId}`, null, null)
  const outcome = act.together
    ? await undoTogether(tx, { made, rows, together: act.together }, caller)
    : await undoItem(tx, { actId, item: onlyItem, isByColumn: act.isByColumn ?? false }, caller, context)
  if (outcome.result !== 'undone') throw await refusalOf(tx, actId, act, outcome)
  await announceEntries(tx, { actId, undoId }, caller)
  await endAct(tx, undoId)
  await tx`update bulk_acts set undone = 1, undone_by = ${caller.name}, undone_at = now() where id = ${actId}`
  return { undone: 1, kept: [], keptTotal: 0, jobId: null }
}

/** Audits the way back of each entry of the act, with its event, except of records that the undo has announced. */
async function announceEntries(
  tx: Tx,
  { actId, undoId }: { actId: number; undoId: number | null },
  caller: Caller,
): Promise<void> {
  const entries = await tx<
    { action: string; subject: string; before: object | null; after: object | null }[]
  >`
    select action, subject, before, after from audit_log made
    where act_id = ${actId} and before is not null and after is not null and not exists (
      select from audit_log undone
      where act_id = ${undoId} and undone.subject = made.subject and undone.before is not null)
    order by id desc`
  for (const { action, subject, before, after } of entries) {
    const done = actList.get(action)?.act
    // The table of an act with a payload of its own announces its rows itself (`restoredTable`).
    if (done?.payload === null) await audit(tx, caller, done as Act<null>, subject, after, before)
  }
}

async function undoTogether(
  tx: Tx,
  { made, rows, together }: { made: UndoneAct; rows: RecordedRow[]; together: RestoredTogether },
  caller: Caller,
): Promise<Undone> {
  const announce = await together.before(tx, rows)
  const outcome = await restored(tx, { actId: made.id, item: onlyItem, isByColumn: true })
  if (outcome.result === 'undone') await announce(caller, made)
  return outcome
}

async function refusalOf(tx: Tx, actId: number, act: RecordedAct, conflict: Conflict): Promise<HttpError> {
  const message = await act.refusalOf({ ...conflict, ...(await laterActOn(tx, actId, conflict)) }, tx)
  const fields = (act.isByColumn && !act.together ? (conflict.columns ?? []) : []).map(fieldOf)
  return new HttpError(409, message, { errors: fields.map((path) => ({ path, message })) })
}

async function laterActOn(tx: Tx, actId: number, { table, key }: Conflict): Promise<Pick<Conflict, 'later'>> {
  const [later] = await tx<[Conflict['later']?]>`
    select made_by as by, made_at as at from bulk_act_rows join bulk_acts on bulk_acts.id = act_id
    where table_name = ${table} and key = ${tx.json(key)} and act_id > ${actId} and bulk_act_rows.undone_at is null
    order by bulk_act_rows.id desc limit 1`
  return later ? { later } : {}
}

/** Returns items not yet undone, latest first. Throws HttpError 404 for an unknown act, 409 if none is left. */
export async function itemsToUndo(tx: Tx, actId: number): Promise<string[]> {
  // The lock makes a concurrent undo of the same act wait here.
  const [act] = await tx<[{ changed: number; undone: number }?]>`
    select changed, undone from bulk_acts
    where id = ${actId} and made_at > now() - make_interval(days => ${undoDays}) for update`
  if (!act) throw new HttpError(404, `Modifica non trovata: si può annullare per ${undoDays} giorni.`)
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
    const { result } = await undoItem(tx, { actId, item, isByColumn: false }, caller, context)
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
    await audit(tx, caller, bulkActUndone, `bulk_acts/${actId}`, null, { undone })
  }
  return { undone, kept: kept.slice(0, listedMax), keptTotal: kept.length }
}

const keptReasons: Record<string, string> = {
  changed: 'È cambiata di nuovo in seguito.',
  gone: 'È stata eliminata in seguito.',
  taken: 'Un’altra riga ha preso il suo posto.',
}

type Undone = Conflict | { result: 'undone' }

interface Restoring extends Cause {
  isByColumn: boolean
}

async function undoItem(
  tx: Tx,
  { actId, item, isByColumn }: Restoring,
  caller: Caller,
  context: Context,
): Promise<Undone> {
  const rows = await tx<{ tableName: string; key: RowKey }[]>`
    select table_name, key from bulk_act_rows
    where act_id = ${actId} and item = ${item} and undone_at is null and table_name = any(${[...tables.keys()]})
    group by 1, 2 order by 1, (key->>'id')::bigint, 2`
  const announced = rows.flatMap(({ tableName, key }) =>
    (tables.get(tableName) ?? []).map((table) => ({ table, key })),
  )
  const before = await Promise.all(announced.map(({ table, key }) => table.read(tx, key, context)))
  const outcome = await restored(tx, { actId, item, isByColumn })
  if (outcome.result === 'undone')
    for (const [index, { table, key }] of announced.entries())
      await table.announce(tx, before[index], await table.read(tx, key, context), caller, context, actId)
  return outcome
}

async function restored(tx: Tx, { actId, item, isByColumn }: Restoring): Promise<Undone> {
  const [{ outcome }] = await tx<[{ outcome: Undone }]>`
    select undo_act(${actId}, ${item}, ${isByColumn}) as outcome`
  return outcome
}
