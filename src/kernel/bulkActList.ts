import type { Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import type { Caller, Command } from './message.ts'
import { mayCall } from './role.ts'

// All bulk acts, and the tables for which an undo writes an audit entry and emits events for each restored row.

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

/** `announce` audits a restored row and emits its events, as after a change by staff. */
interface RestoredTable<Row> {
  read(tx: Tx, id: number): Promise<Row | null>
  announce(tx: Tx, before: Row | null, after: Row | null, caller: Caller, context: Context): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const bulkActs = new Map<string, Act<any>>()
// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const tables = new Map<string, RestoredTable<any>>()

/** Declares how an undo audits and announces the restored rows of a table. Call it once per table. */
export function restoredTable<Row>(name: string, table: RestoredTable<Row>): void {
  tables.set(name, table)
}

/** Returns the names of the commands whose acts the caller may undo: those that the caller may run. */
export function undoableActs({ admin }: Caller): string[] {
  const all = [...bulkActs].filter(([, { message }]) => admin === null || mayCall(admin.role, message))
  return all.map(([name]) => name)
}

export async function actOf(tx: Tx, actId: number): Promise<Act<object>> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${actId}`
  const act = row && bulkActs.get(row.act)
  if (!act) throw new HttpError(404, 'Modifica non trovata.')
  return act
}
