import { audit } from '../../../kernel/audit.ts'
import { handle } from '../../../kernel/message.ts'
import { CancelJob, jobCancelled } from './contract.ts'
import { findJob, visibleJobs } from './jobs.queries.ts'

export const cancelJob = handle(CancelJob, async (tx, { id }, caller) => {
  const [stopped] = await tx`
    update jobs set status = 'cancelled', result = nullif(result - 'soFar', '{}'::jsonb), updated_at = now(),
      log = log || jsonb_build_object('at', now(), 'message', 'Operazione annullata')
    where id = ${id} and status in ('queued', 'running') and ${visibleJobs(tx, caller)} returning id`
  if (stopped) await audit(tx, caller, jobCancelled, `jobs/${id}`, null, null)
  return findJob(tx, id, caller)
})
