import type { Tx } from '../platform/db.ts'
import { createJob } from './job.ts'
import type { Caller } from './message.ts'
import { emit } from './outbox.ts'
import { bulkActRequested } from './selection.ts'

/** Maximum rows that one call changes or restores. If there are more rows, a job changes or restores them. */
export const atOnce = 100

export interface BulkJob {
  actId: number
  /** Ids of the rows to change; missing if the job undoes the act (`undoes`). */
  ids?: string[]
  input?: object
  undoes?: boolean
}

export async function startJob(tx: Tx, input: BulkJob, caller: Caller): Promise<number> {
  const jobId = await createJob(tx, input.undoes ? 'bulk-undo' : 'bulk-act', input, caller)
  await tx`update bulk_acts set job_id = ${jobId} where id = ${input.actId}`
  await emit(tx, bulkActRequested, { jobId })
  return jobId
}
