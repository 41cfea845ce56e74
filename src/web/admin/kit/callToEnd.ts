import type { Static } from '@sinclair/typebox'
import type { Command, PutOff, Refusal } from '../../../kernel/message.ts'
import { ReadJob } from '../../../modules/operations/jobs/contract.ts'
import { CallError, call } from '../../client.ts'
import { dismissToast, toast } from '../../ui/toast.ts'

/** Milliseconds after which a toast says what the job does. */
const silentMs = 5_000

/**
 * Calls a command and, if a job does its work, waits for the job. Throws CallError if the command is refused. After
 * `signal` is aborted the promise never settles, because nobody waits for it; only a trial run may have a signal.
 */
export async function callToEnd<M extends Command>(
  message: M,
  input: Static<M['input']>,
  signal?: AbortSignal,
): Promise<Static<M['output']>> {
  return untilLeft(
    () => call<M>(message.http, input, signal && { signal }).then((reply) => endOf<M>(reply, signal)),
    signal,
  )
}

/** Returns the reply of a command or, if it is the id of a job, the job's result. Settles like `callToEnd`. */
export async function endOf<M extends Command>(
  reply: unknown,
  signal?: AbortSignal,
): Promise<Static<M['output']>> {
  if (!isPutOff(reply)) return reply as Static<M['output']>
  return untilLeft(() => resultOf<Static<M['output']>>(reply.jobId, signal), signal)
}

const isPutOff = (reply: unknown): reply is PutOff =>
  typeof reply === 'object' && reply !== null && 'isPutOff' in reply && 'jobId' in reply

async function untilLeft<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) return new Promise<never>(() => {})
    throw error
  }
}

async function resultOf<T>(jobId: number, signal: AbortSignal | undefined): Promise<T> {
  const notice = openNotice(signal !== undefined)
  try {
    for (;;) {
      const { status, result, error = '' } = await readJob(jobId, signal)
      // The job has the reply of the command, which its contract describes.
      if (status === 'completed') return result as T
      if (status === 'cancelled') throw refused(409, { detail: 'L’operazione è stata annullata.' })
      if (status === 'failed') {
        const refusal = (result as Refusal | undefined)?.refusal
        throw refused(refusal?.status ?? 500, refusal ?? { detail: error })
      }
      notice.say(status)
      await pause(notice.isOld(), signal)
    }
  } finally {
    notice.close()
  }
}

const titles = { queued: 'In coda', running: 'In corso' }

/** Shows in a toast what a slow job does, once for each state. */
function openNotice(isTrial: boolean) {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  const text = isTrial
    ? 'Ci vuole più del solito. Se non vuoi aspettare, chiudi: non cambia nulla.'
    : 'Ci vuole più del solito. Puoi chiudere: l’operazione va avanti da sola.'
  let shown: { status: keyof typeof titles; id: number } | null = null
  return {
    say(status: keyof typeof titles) {
      if (seconds() * 1_000 < silentMs || shown?.status === status) return
      shown = { status, id: toast({ title: titles[status], text, isLasting: true }) }
    },
    isOld: () => seconds() > 60,
    close: () => shown && dismissToast(shown.id),
  }
}

/** Asks again while the server does not answer, because the job goes on. Throws the server's other refusals. */
async function readJob(id: number, signal: AbortSignal | undefined): Promise<Static<typeof ReadJob.output>> {
  for (;;)
    try {
      return await call<typeof ReadJob>(ReadJob.http, { id }, signal && { signal })
    } catch (error) {
      if (signal?.aborted) throw error
      if (error instanceof CallError && error.status !== 429 && error.status < 500) throw error
      await pause(false, signal)
    }
}

/** Waits until the job is asked for again. Throws when `signal` is aborted. */
async function pause(isLong: boolean, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, isLong ? 5_000 : 1_000)
  const stop = () => resolve()
  signal?.addEventListener('abort', stop)
  await promise
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
}

const refused = (status: number, problem: object) => new CallError(status, '', JSON.stringify(problem))
