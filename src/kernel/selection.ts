import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { Id, Nullable } from './field.ts'
import type { FieldError } from './httpError.ts'
import { event } from './message.ts'

// Contracts of commands that change many rows of a list. bulkAct.ts has the handler.

/** Maximum rows that a call may list. A filter may match more. */
const idsMax = 10_000

/** Input that chooses rows of a list: their ids, or all rows that match a filter of the list. */
export const selectionOf = <I extends TSchema, F extends TProperties>(id: I, filter: F) => ({
  ids: Type.Optional(
    Type.Array(id, { minItems: 1, maxItems: idsMax, message: 'Scegli da 1 a 10.000 elementi' }),
  ),
  filter: Type.Optional(Type.Object(filter)),
  /** Number of rows that the caller saw. If a filter matches another number, the call is refused. */
  expected: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Writes nothing and returns what the act would do. */
  dryRun: Type.Boolean({ default: false }),
})

/** Returns an error unless the input has either ids or a filter. */
export function selectionProblems({ ids, filter }: Record<string, unknown>): FieldError[] {
  if ((ids === undefined) !== (filter === undefined)) return []
  return [{ path: 'ids', message: 'Scegli le righe: i loro id, oppure un filtro' }]
}

const Kept = Type.Object({ id: Type.String(), name: Type.String(), reason: Type.String() })

export const BulkOutcome = Type.Object({
  /** Italian words for the act, as in the history. */
  title: Type.String(),
  total: Type.Integer(),
  /** Number of chosen rows that the act changed; in a dry run, would change. */
  changed: Type.Integer(),
  /** Rows that the act refused, with the reason. At most 50 are listed; `refusedTotal` counts all. */
  refused: Type.Array(Kept),
  refusedTotal: Type.Integer(),
  /** False if a dry run has only counted the rows, because they are too many for one call. */
  isChecked: Type.Boolean(),
  /** Act that staff can undo; null in a dry run and if nothing changed. */
  actId: Nullable(Id),
  /** Job that does the rest; null if all rows are done. */
  jobId: Nullable(Id),
})
export type BulkOutcome = Static<typeof BulkOutcome>

export const UndoOutcome = Type.Object({
  undone: Type.Integer(),
  /** Rows that stay as they are, because they were changed later. At most 50 are listed. */
  kept: Type.Array(Kept),
  keptTotal: Type.Integer(),
  jobId: Nullable(Id),
})
export type UndoOutcome = Static<typeof UndoOutcome>

/** The act, and the chosen row, because of which a command runs. Events bring them to their reactions. */
export const Cause = Type.Object({ actId: Id, item: Type.String() })
export type Cause = Static<typeof Cause>

export const bulkActRequested = event('operations:bulkActRequested', Type.Object({ jobId: Id }))

/** Options of every command that changes many rows. */
export const bulkOptions = { refusesUnknownKeys: true, timeoutMs: 15_000, maxBytes: 1024 * 1024 }
