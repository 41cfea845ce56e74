import type { Static } from '@sinclair/typebox'
import { undoableActs, undoableRecords } from '../../../kernel/bulkActList.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { type Caller, type Command, messageName } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { UndoBulkRoutes } from '../../catalog/generator/contract.ts'
import { UndoBulkAct } from '../bulkActs/contract.ts'
import type { RestoreChange } from './contract.ts'
import { type Handlers, mayRun, type Values } from './wayBack.ts'

// Bulk acts and runs of the route generator each have a call that undoes all their rows.

interface Undo {
  message: Command
  input: Values
  /** Returns the response of `RestoreChange`. Throws HttpError 409 if the undo of a bulk act restored no row. */
  restored(outcome: Values): Static<typeof RestoreChange.output>
}

interface Line {
  action: string
  subject: string
}

/** Returns the id of a batch of price changes; null for other records. */
export const priceBatchOf = (subject: string) => subject.match(/^price_changes\/(.+)$/)?.[1] ?? null

/** Returns the call that undoes what the entry records; null if the entry records no batch. */
export function undoOf({ action, subject }: Line): Undo | null {
  const id = Number(subject.split('/')[1])
  if (action === 'operations:bulkActMade')
    return {
      message: UndoBulkAct,
      input: { id },
      restored: ({ undone, kept, jobId }) => {
        const [row] = kept as { name: string; reason: string }[]
        if (undone === 0 && jobId === null && row)
          throw new HttpError(409, `Nessuna riga torna com’era. ${row.name}: ${row.reason}`)
        return { fields: [], jobId: jobId as number | null }
      },
    }
  if (action === 'catalog:bulkRoutesRequested')
    return {
      message: UndoBulkRoutes,
      input: { id, dryRun: false },
      restored: () => ({ fields: [], jobId: null }),
    }
  return null
}

/** The recorded act of an entry. */
export interface EntryAct {
  id: number
  /** Id of the act that takes back what the entry says, or null. */
  openId: number | null
}

/**
 * SQL expression: the recorded act of an entry; null if there is none, its images are deleted, or the caller may not undo
 * it. The first entry of an act has it, and each that says how a record changed. Nobody expects that the entry of one
 * deleted route brings back all routes that were deleted with it.
 */
export const recordedActOf = (read: Sql | Tx, caller: Caller) => read`
  (select jsonb_build_object('id', id, 'openId', open_act(id)) from bulk_acts
    where id = audit_log.act_id and act = any(${undoableRecords(caller)})
      and (audit_log.before is not null and audit_log.after is not null
        or audit_log.id = (select min(first.id) from audit_log first where first.act_id = bulk_acts.id)))`

export interface BatchState {
  canRestore: boolean
  isRestored: boolean
}

/** Returns the states of bulk acts and of runs of the route generator, by subject. */
export async function batchStates(
  read: Sql,
  lines: Line[],
  caller: Caller,
  handlers: Handlers,
): Promise<Map<string, BatchState>> {
  const idsOf = (action: string) =>
    lines.filter((line) => line.action === action).map(({ subject }) => Number(subject.split('/')[1]))
  const acts = await read<{ id: number; act: string; isLeft: boolean; isMade: boolean }[]>`
    select id, act, undone < changed as is_left, changed > 0 as is_made from bulk_acts
    where id = any(${idsOf('operations:bulkActMade')}::bigint[])`
  const runs = await read<{ id: number; isOver: boolean; isLeft: boolean; isUndone: boolean }[]>`
    select id, status not in ('queued', 'running') as is_over, coalesce(result ? 'undone', false) as is_undone,
      exists (select from route_prices where bulk_job_id = jobs.id) as is_left
    from jobs where id = any(${idsOf('catalog:bulkRoutesRequested')}::bigint[])`
  const undoRoutes = handlers.get(messageName(UndoBulkRoutes))
  const mayUndoRoutes = undoRoutes !== undefined && mayRun(undoRoutes, caller)
  const undoable = undoableActs(caller)
  return new Map([
    ...acts.map(
      ({ id, act, isLeft, isMade }) =>
        [
          `bulk_acts/${id}`,
          { canRestore: isMade && isLeft && undoable.includes(act), isRestored: isMade && !isLeft },
        ] as const,
    ),
    ...runs.map(
      ({ id, isOver, isLeft, isUndone }) =>
        [
          `jobs/${id}`,
          { canRestore: isOver && isLeft && mayUndoRoutes, isRestored: isUndone && !isLeft },
        ] as const,
    ),
  ])
}
