import type { Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import type { Caller, Command } from './message.ts'
import { mayCall } from './role.ts'

// All acts that staff can undo, and the tables for which an undo does more than restore the rows.

export interface Act<Input> {
  message: Command
  /** Italian title for the history, such as `Stato: Contattata`. */
  title(input: Input, tx: Tx): string | Promise<string>
  /** Returns the ids of all rows that match the filter. */
  matching(tx: Tx, filter: never): Promise<(number | string)[]>
  /** Returns a name for each existing row, without personal data. */
  names(tx: Tx, ids: string[]): Promise<Map<string, string>>
  /** Returns by id why `apply` leaves a row unchanged, or null if the row already has the wanted values. */
  exceptions(tx: Tx, ids: string[], input: Input): Promise<Map<string, string | null>>
  /** Changes the row as the command for a single row does, with audit and events. A refusal skips only this row. */
  apply(tx: Tx, id: string, input: Input, caller: Caller, context: Context): Promise<unknown>
}

/** A row of `bulk_act_rows`, without its images. */
export interface RecordedRow {
  tableName: string
  key: Record<string, string | number>
  /** Names of the changed columns; null if the act inserted the row. */
  columns?: string[] | null
}

/** Why the rows of an act stay as they are. */
export interface Conflict {
  /** `taken` means that another row has the place of a restored row. */
  result: 'changed' | 'gone' | 'taken'
  table: string
  key: RecordedRow['key']
  /** Names of the columns that have changed since the act. */
  columns?: string[]
  /** The latest act that changed the row since. */
  later?: { by: string; at: Date }
}

/** A command that is undone as a whole or not at all (recordedAct.ts). */
export interface RecordedAct {
  message: Command
  /** Italian title. */
  title: string
  /** Locks what the command locks, in the same order, which prevents deadlocks. May throw HttpError 409. */
  lock(tx: Tx, rows: RecordedRow[], actId: number): Promise<unknown>
  /** Returns the Italian sentence that refuses an undo and says what staff can do instead. */
  refusalOf(conflict: Conflict, tx: Tx): string | Promise<string>
  /** True if later changes of other columns do not refuse an undo, and stay. */
  isByColumn?: boolean
  /** Announces the rows of an undo together. By default each is announced as a row of its table. */
  together?: RestoredTogether
}

/** An act, whose undo is announced. */
export interface UndoneAct {
  id: number
  title: string
  madeAt: Date
}

export interface RestoredTogether {
  /** Returns a function that announces the undo, which is called after the rows are restored. */
  before(tx: Tx, rows: RecordedRow[]): Promise<(caller: Caller, act: UndoneAct) => Promise<unknown>>
}

/**
 * Returns the Italian sentence that refuses the undo of an act because something about it has left the house, such as a
 * mail, and names the opposite act; null if nothing has.
 */
export type Departure = (tx: Tx, rows: RecordedRow[], act: UndoneAct) => Promise<string | null>

export const departures: Departure[] = []

/** Values of the key columns of a row. */
export type RowKey = { id: number } & Record<string, string | number>

/**
 * `announce` audits a restored row and emits its events, as after a change by staff. All rows of the item are restored
 * before. In a recorded act `announce` may refuse the undo, for example because a mail about the act has left the house.
 */
export interface RestoredTable<Row> {
  read(tx: Tx, key: RowKey, context: Context): Promise<Row | null>
  announce(
    tx: Tx,
    before: Row | null,
    after: Row | null,
    caller: Caller,
    context: Context,
    actId: number,
  ): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const bulkActs = new Map<string, Act<any>>()
export const recordedActs = new Map<string, RecordedAct>()
// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const tables = new Map<string, RestoredTable<any>[]>()

/** Declares what an undo does with the restored rows of a table. Several features may declare the same table. */
export function restoredTable<Row>(name: string, table: RestoredTable<Row>): void {
  tables.set(name, [...(tables.get(name) ?? []), table])
}

/** Returns the names of the commands whose bulk acts the caller may undo. */
export function undoableActs(caller: Caller): string[] {
  return [...bulkActs.keys()].filter((name) => mayUndo(name, caller))
}

/** Returns the names of the commands whose recorded acts the caller may undo. */
export function undoableRecords(caller: Caller): string[] {
  return [...recordedActs.keys()].filter((name) => mayUndo(name, caller))
}

/** Returns whether the caller may undo acts of this command: whether the caller may run it. */
export function mayUndo(name: string, { admin }: Caller): boolean {
  const act = bulkActs.get(name) ?? recordedActs.get(name)
  return act !== undefined && (admin === null || mayCall(admin.role, act.message))
}

export async function actOf(tx: Tx, actId: number): Promise<Act<object>> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${actId}`
  const act = row && bulkActs.get(row.act)
  if (!act) throw new HttpError(404, 'Modifica non trovata.')
  return act
}
