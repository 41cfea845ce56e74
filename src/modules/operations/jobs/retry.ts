import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { isRefused } from '../../../kernel/longCommand.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { replanEffects } from '../effects.ts'
import { canRetryJob, DropJob, jobDropped, jobRetried, RetryJob } from './contract.ts'
import { visibleJobs } from './jobs.queries.ts'

/** Runs the reaction of the job again. The job keeps its log and counts, and continues after its last finished step. */
export const retryJob = handle(RetryJob, async (tx, { id }, caller) => {
  const { kind, isRefused, isUndone } = await lockFailed(tx, id, caller)
  if (!canRetryJob(kind))
    throw new HttpError(409, 'Il testo era per un modulo aperto: chiedilo di nuovo da lì.')
  if (isRefused)
    throw new HttpError(409, 'Questa operazione è stata rifiutata: avviala da capo con altri valori.')
  if (isUndone)
    throw new HttpError(409, 'Ciò che questa operazione aveva creato è stato tolto: avviala da capo.')
  // No event of a job is older than the job, because the job is stored together with its first event.
  const [event] = await tx<[{ id: number }?]>`
    select id from outbox
    where occurred_at >= (select created_at from jobs where id = ${id}) and payload->>'jobId' = ${String(id)}
    order by id desc limit 1`
  if (!event)
    throw new HttpError(409, 'È passato troppo tempo: avvia di nuovo l’operazione dalla sua sezione.')
  await tx`
    update jobs set status = 'queued', error = null, dropped_at = null, updated_at = now(),
      log = log || jsonb_build_object('at', now(), 'message', 'Operazione ripresa')
    where id = ${id}`
  await replanEffects(tx, tx`outbox_id = ${event.id}`)
  await audit(tx, caller, jobRetried, `jobs/${id}`, null, null)
  return {}
})

export const dropJob = handle(DropJob, async (tx, { id }, caller) => {
  await lockFailed(tx, id, caller)
  await tx`update jobs set dropped_at = now() where id = ${id}`
  await audit(tx, caller, jobDropped, `jobs/${id}`, null, null)
  return {}
})

interface FailedJob {
  kind: string
  isRefused: boolean
  isUndone: boolean
}

async function lockFailed(tx: Tx, id: number, caller: Caller): Promise<FailedJob> {
  const [job] = await tx<[(FailedJob & { status: string })?]>`
    select kind, status, ${isRefused(tx)} as is_refused, coalesce(result ? 'undone', false) as is_undone from jobs
    where id = ${id} and ${visibleJobs(tx, caller)} for update`
  if (!job) throw new HttpError(404, 'Operazione non trovata.')
  if (job.status !== 'failed') throw new HttpError(409, 'Questa operazione non è fallita.')
  return job
}
