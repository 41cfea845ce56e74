import type { Static } from '@sinclair/typebox'
import type { Command, PutOff, Refusal } from '../../../kernel/message.ts'
import { ReadJob } from '../../../modules/operations/jobs/contract.ts'
import { CallError, call } from '../../client.ts'

const pollMs = 1_000

/** Calls a command and, if a job does its work, waits for the job. Throws CallError if the command is refused. */
export async function callToEnd<M extends Command>(
  message: M,
  input: Static<M['input']>,
): Promise<Static<M['output']>> {
  const reply: unknown = await call<M>(message.http, input)
  return isPutOff(reply) ? resultOf<Static<M['output']>>(reply.jobId) : (reply as Static<M['output']>)
}

const isPutOff = (reply: unknown): reply is PutOff =>
  typeof reply === 'object' && reply !== null && 'isPutOff' in reply && 'jobId' in reply

async function resultOf<T>(jobId: number): Promise<T> {
  for (;;) {
    const { status, result, error = '' } = await readJob(jobId)
    // The job has the reply of the command, which its contract describes.
    if (status === 'completed') return result as T
    if (status === 'cancelled') throw refused(409, { detail: 'L’operazione è stata annullata.' })
    if (status === 'failed') {
      const refusal = (result as Refusal | undefined)?.refusal
      throw refused(refusal?.status ?? 500, refusal ?? { detail: error })
    }
    await pause()
  }
}

/** Asks again while the server does not answer, because the job goes on. Throws the server's other refusals. */
async function readJob(id: number): Promise<Static<typeof ReadJob.output>> {
  for (;;)
    try {
      return await call<typeof ReadJob>(ReadJob.http, { id })
    } catch (error) {
      if (error instanceof CallError && error.status !== 429 && error.status < 500) throw error
      await pause()
    }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs))

const refused = (status: number, problem: object) => new CallError(status, '', JSON.stringify(problem))
