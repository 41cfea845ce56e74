import type { Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import type { Caller, Command } from './message.ts'
import { mayCall } from './role.ts'

// All bulk acts, and the tables whose restored rows are audited and announced after an undo.

export interface Act<Input> {
  message: Command
  /** Italian title for the history, such as `Stato: Contattata`. */
  title(input: Input, tx: Tx): string | Promise<string>
  /** Returns the ids of all rows that match the filter. */
  matching(tx: Tx, filter: never): Promise<(number | string)[]>
  /** Returns a name for each existing row, without personal data. */
  names(tx: Tx, ids: string[]): Promise<Map<string, string>>
  /**
   * Returns the rows that `apply` would leave unchanged, each with the reason of the refusal, or null if the row
   * already has the wanted values. Reads all rows in a few statements, because an act may choose 10,000.
   */
  exceptions(tx: Tx, ids: string[], input: Input): Promise<Map<string, string | null>>
  /** Runs what the command for a single row runs, including audit and events. A refusal skips only this row. */
  apply(tx: Tx, id: string, input: Input, caller: Caller, context: Context): Promise<unknown>
}

/** How restored rows of a table are audited and announced, as after a change by staff. */
interface RestoredTable<Row> {
  read(tx: Tx, id: number): Promise<Row | null>
  announce(tx: Tx, before: Row | null, after: Row | null, caller: Caller, context: Context): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const acts = new Map<string, Act<any>>()
// biome-ignore lint/suspicious/noExplicitAny: acts and tables of different types share a map
export const tables = new Map<string, RestoredTable<any>>()

/** Declares how restored rows of a table are audited and announced. Call it once per table. */
export function restoredTable<Row>(name: string, table: RestoredTable<Row>): void {
  tables.set(name, table)
}

/** Returns the names of the commands whose acts the caller may undo: those that the caller may run. */
export function undoableActs({ admin }: Caller): string[] {
  const all = [...acts].filter(([, { message }]) => admin === null || mayCall(admin.role, message))
  return all.map(([name]) => name)
}

export async function actOf(tx: Tx, actId: number): Promise<Act<object>> {
  const [row] = await tx<[{ act: string }?]>`select act from bulk_acts where id = ${actId}`
  const act = row && acts.get(row.act)
  if (!act) throw new HttpError(404, 'Modifica non trovata.')
  return act
}
