import type { Static, TObject } from '@sinclair/typebox'
import type { Tx } from '../platform/db.ts'
import { audit } from './audit.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import { createJob } from './job.ts'
import { type Caller, type Command, type CommandHandler, messageName } from './message.ts'
import { emit } from './outbox.ts'
import { isAtLeast } from './role.ts'
import { refusedByTable } from './run.ts'
import { type BulkOutcome, bulkActRequested, type Cause, type UndoOutcome } from './selection.ts'

// An act of staff on many rows of a list. Triggers (sql/081_bulk_acts.sql) record each row that changes, also in other
// tables, so every act is undone by the same code.

/** Maximum rows of one call. A job changes more. */
const atOnce = 100
const listedMax = 50

interface Act<Input> {
  message: Command
  /** Italian words for the history, such as `Stato: Contattata`. */
  title(input: Input, tx: Tx): string | Promise<string>
  /** Returns the ids of all rows that match the filter. */
  matching(tx: Tx, filter: never): Promise<(number | string)[]>
  /** Returns a name for each existing row, without personal data. */
  names(tx: Tx, ids: string[]): Promise<Map<string, string>>
  /** Does what the command for a single row does, including audit and events. A refusal skips only this row. */
  apply(tx: Tx, id: string, input: Input, caller: Caller, context: Context): Promise<unknown>
}

/** A table whose restored rows are audited and announced as after a change by staff. */
interface RestoredTable<Row> {
  read(tx: Tx, id: number): Promise<Row | null>
  announce(tx: Tx, before: Row | null, after: Row | null, caller: Caller, context: Context): Promise<unknown>
}

interface Selected {
  ids?: (number | string)[]
  filter?: object
  expected?: number
  dryRun: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
const acts = new Map<string, Act<any>>()
// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
const tables = new Map<string, RestoredTable<any>>()

/** Binds an act to its contract, which uses `selectionOf` and `bulkOptions`. */
export function bulkAct<I extends TObject>(
  message: Command<I, typeof BulkOutcome>,
  act: Omit<Act<Static<I>>, 'message'>,
): CommandHandler<I, typeof BulkOutcome> {
  acts.set(messageName(message), { ...act, message })
  return {
    message,
    execute: async (tx, input, caller, context) => {
      const { ids, filter, expected, dryRun, ...change } = input as unknown as Selected
      const chosen = [...new Set((ids ?? (await act.matching(tx, filter as never))).map(String))]
      if (chosen.length === 0) throw new HttpError(409, 'Nessuna riga corrisponde: non cambia nulla.')
      if (filter && expected !== undefined && expected !== chosen.length)
        throw new HttpError(
          409,
          `L’elenco è cambiato: ora le righe sono ${chosen.length} e non ${expected}. Controlla e riprova.`,
        )
      const many = chosen.length > atOnce
      const title = await act.title(input, tx)
      if (many && dryRun)
        return { ...nothing(chosen.length), title, changed: chosen.length, isChecked: false }
      const [{ id: actId }] = await tx<[{ id: number }]>`
        insert into bulk_acts (act, title, made_by, total)
        values (${messageName(message)}, ${title}, ${caller.name}, ${chosen.length}) returning id`
      if (many) {
        // The filter stays out of the job, because its search may name a customer.
        const jobId = await startJob(tx, { actId, ids: chosen, input: change }, caller)
        await auditAct(tx, caller, actId, { title, total: chosen.length })
        return { ...nothing(chosen.length), title, actId, jobId }
      }
      const outcome = await tentatively(tx, dryRun, (sp) =>
        actOn(sp, { actId, ids: chosen, input: change }, caller, context),
      )
      if (dryRun || outcome.changed === 0) {
        await tx`delete from bulk_acts where id = ${actId}`
        return { ...outcome, title, actId: null }
      }
      await auditAct(tx, caller, actId, { title, total: outcome.changed })
      return { ...outcome, title, actId }
    },
  }
}

/** Declares how restored rows of a table are audited and announced. */
export function restoredTable<Row>(name: string, table: RestoredTable<Row>): void {
  tables.set(name, table)
}

const nothing = (total: number): Outcome => ({
  total,
  ...{ changed: 0, refused: [], refusedTotal: 0, isChecked: true, actId: null, jobId: null },
})

type Outcome = Omit<BulkOutcome, 'title'>

interface ActOn {
  actId: number
  ids: string[]
  input: object
}

/** Applies an act to rows, and adds them to the act. */
export async function actOn(
  tx: Tx,
  { actId, ids, input }: ActOn,
  caller: Caller,
  context: Context,
): Promise<Outcome> {
  const act = await actOf(tx, actId)
  const names = await act.names(tx, ids)
  const refused: BulkOutcome['refused'] = []
  for (const id of ids) {
    const name = names.get(id)
    if (name === undefined) {
      refused.push({ id, name: id, reason: 'Non c’è più.' })
      continue
    }
    try {
      await tx.savepoint(async (sp) => {
        await sp`
          select set_config('app.act', ${String(actId)}, true), set_config('app.act_item', ${id}, true)`
        await act.apply(sp, id, input, caller, context)
      })
    } catch (error) {
      refused.push({ id, name, reason: reasonOf(error) })
    }
  }
  await tx`select set_config('app.act', '', true)`
  const [{ changed }] = await tx<[{ changed: number }]>`
    select count(distinct item) as changed from bulk_act_rows where act_id = ${actId} and item = any(${ids})`
  await tx`update bulk_acts set changed = changed + ${changed} where id = ${actId}`
  return {
    ...nothing(ids.length),
    ...{ changed, refused: refused.slice(0, listedMax), refusedTotal: refused.length },
  }
}

/** Adds changes by a reaction to the act that caused its event, so that undoing the act restores them too. */
export async function joinAct(tx: Tx, cause: Cause | undefined): Promise<void> {
  if (!cause) return
  const [act] = await tx`select id from bulk_acts where id = ${cause.actId}`
  if (!act) return
  await tx`
    select set_config('app.act', ${String(cause.actId)}, true), set_config('app.act_item', ${cause.item}, true)`
}

/** Returns the fields of an event that `joinAct` needs; none if the command changes a single row. */
export async function causeOf(tx: Tx): Promise<{ cause?: Cause }> {
  const [{ act, item }] = await tx<[{ act: string | null; item: string | null }]>`
    select nullif(current_setting('app.act', true), '') as act, current_setting('app.act_item', true) as item`
  return act && item ? { cause: { actId: Number(act), item } } : {}
}

/** Returns the names of the commands whose acts the caller may undo, which are those that the caller may run. */
export function undoableActs({ admin }: Caller): string[] {
  return [...acts].flatMap(
    ([
      name,
      {
        message: { access },
      },
    ]) =>
      !admin || access === 'public' || access === 'account' || isAtLeast(admin.role, access) ? [name] : [],
  )
}

/** Restores the rows of an act that nobody has changed since. Rows of an item are restored together or not at all. */
export async function undoAct(tx: Tx, id: number, caller: Caller, context: Context): Promise<UndoOutcome> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${id}`
  if (row && !undoableActs(caller).includes(row.act))
    throw new HttpError(403, 'Il tuo ruolo non può annullare questa modifica.')
  const items = await itemsToUndo(tx, id)
  if (items.length > atOnce)
    return {
      undone: 0,
      kept: [],
      keptTotal: 0,
      jobId: await startJob(tx, { actId: id, undoes: true }, caller),
    }
  return { ...(await undoItems(tx, { actId: id, items }, caller, context)), jobId: null }
}

/** Returns the items that can be undone, the last one first. Throws HttpError 404 or 409. */
export async function itemsToUndo(tx: Tx, actId: number): Promise<string[]> {
  // The second of two concurrent calls waits here.
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
    const result = await undoItem(tx, { actId, item }, caller, context)
    if (result !== 'undone')
      kept.push({ id: item, name: names.get(item) ?? item, reason: keptReasons[result] ?? result })
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

async function undoItem(tx: Tx, { actId, item }: Cause, caller: Caller, context: Context): Promise<string> {
  const rows = await tx<{ tableName: string; id: number }[]>`
    select table_name, (key->>'id')::bigint as id from bulk_act_rows
    where act_id = ${actId} and item = ${item} and undone_at is null and table_name = any(${[...tables.keys()]})
    group by 1, 2`
  const before = await Promise.all(rows.map(({ tableName, id }) => tables.get(tableName)?.read(tx, id)))
  const [{ result }] = await tx<[{ result: string }]>`select undo_act_item(${actId}, ${item}) as result`
  if (result === 'undone')
    for (const [index, { tableName, id }] of rows.entries()) {
      const table = tables.get(tableName)
      await table?.announce(tx, before[index], await table.read(tx, id), caller, context)
    }
  return result
}

/** Input of a job that changes or restores many rows. */
export interface BulkJob {
  actId: number
  /** Rows to change. */
  ids?: string[]
  input?: object
  undoes?: boolean
}

async function startJob(tx: Tx, input: BulkJob, caller: Caller): Promise<number> {
  const jobId = await createJob(tx, input.undoes ? 'bulk-undo' : 'bulk-act', input, caller)
  await emit(tx, bulkActRequested, { jobId })
  return jobId
}

async function actOf(tx: Tx, actId: number): Promise<Act<object>> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${actId}`
  const act = row && acts.get(row.act)
  if (!act) throw new HttpError(404, 'Modifica non trovata.')
  return act
}

function reasonOf(error: unknown): string {
  const refusal = refusedByTable(error)
  if (refusal instanceof HttpError) return refusal.message
  throw error
}

async function auditAct(tx: Tx, caller: Caller, actId: number, details: object): Promise<void> {
  await audit(tx, caller, 'operations:bulkActMade', `bulk_acts/${actId}`, null, details)
}

class TakenBack extends Error {}

/** Runs `work`, and in a dry run takes its writes back. */
async function tentatively<T>(tx: Tx, isDryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isDryRun) return work(tx)
  const ended: { value: T }[] = []
  await tx
    .savepoint(async (sp) => {
      ended.push({ value: await work(sp) })
      throw new TakenBack()
    })
    .catch((error) => {
      if (!(error instanceof TakenBack)) throw error
    })
  const [end] = ended
  if (!end) throw new Error('the dry run ended before its work')
  return end.value
}
