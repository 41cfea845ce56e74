import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { Id, Nullable } from './field.ts'
import type { FieldError } from './httpError.ts'
import { act, event } from './message.ts'

// Building blocks of contracts for bulk acts. bulkAct.ts has the handler.

/** Maximum ids in one call. A filter may match more rows. */
const idsMax = 10_000

/** Input that chooses rows of a list: their ids, or all rows that match a filter of the list. */
export const selectionOf = <I extends TSchema, F extends TProperties>(id: I, filter: F) => ({
  ids: Type.Optional(
    Type.Array(id, { minItems: 1, maxItems: idsMax, message: 'Scegli da 1 a 10.000 elementi' }),
  ),
  filter: Type.Optional(Type.Object(filter)),
  /** Number of rows that the caller saw. The call is refused if the filter now matches a different number. */
  expected: Type.Optional(Type.Integer({ minimum: 1 })),
  /** True to write nothing and return what the act would do. */
  dryRun: Type.Boolean({ default: false }),
})

/** Returns an error unless the input has exactly one of ids and filter. */
export function selectionProblems({ ids, filter }: Record<string, unknown>): FieldError[] {
  if ((ids === undefined) !== (filter === undefined)) return []
  return [{ path: 'ids', message: 'Scegli le righe: i loro id, oppure un filtro' }]
}

const Kept = Type.Object({ id: Type.String(), name: Type.String(), reason: Type.String() })

export const BulkOutcome = Type.Object({
  /** Italian title of the act, as in the history. */
  title: Type.String(),
  total: Type.Integer(),
  /** Number of rows that the act changed; in a dry run, would change. */
  changed: Type.Integer(),
  /** Refused rows with the reason. At most 50 are listed; `refusedTotal` counts all. */
  refused: Type.Array(Kept),
  refusedTotal: Type.Integer(),
  /** The refused rows by reason, the most frequent first; at most 20 reasons with three names each. */
  reasons: Type.Array(
    Type.Object({ reason: Type.String(), count: Type.Integer(), examples: Type.Array(Type.String()) }),
  ),
  /** Act that staff can undo; null in a dry run and if nothing changed. */
  actId: Nullable(Id),
  /** Job that changes the rows if they are too many for one call; otherwise null. */
  jobId: Nullable(Id),
})
export type BulkOutcome = Static<typeof BulkOutcome>

export const UndoOutcome = Type.Object({
  undone: Type.Integer(),
  /** Rows that could not be restored, with the reason, such as a later change. At most 50 are listed. */
  kept: Type.Array(Kept),
  keptTotal: Type.Integer(),
  jobId: Nullable(Id),
})
export type UndoOutcome = Static<typeof UndoOutcome>

/** The bulk act and the row for which a command runs. Events contain both, so that reactions join the act. */
export const Cause = Type.Object({ actId: Id, item: Type.String() })
export type Cause = Static<typeof Cause>

export const bulkActRequested = event('operations:bulkActRequested', Type.Object({ jobId: Id }))

/** Acts that every bulk act and every undo records. Each row has the acts of the command for a single row, too. */
export const bulkActMade = act('operations:bulkActMade', 'Modifica in blocco', {
  fields: { title: 'Titolo', total: 'Totale' },
})
export const bulkActUndone = act('operations:bulkActUndone', 'Modifica in blocco annullata', {
  fields: { undone: 'Righe tornate come prima' },
})
export const actUndone = act('operations:actUndone', 'Modifica annullata')

/** Options of every command whose input has `selectionOf`. */
export const bulkOptions = { refusesUnknownKeys: true, timeoutMs: 15_000, maxBytes: 1024 * 1024 }
