import { reactions } from '../../src/modules/index.ts'
import { type Job, readJob } from './follow.ts'
import type { Session } from './session.ts'

/** Nobody tries again what is taken back. */
const rehearsal = { tries: 1, isLastTry: true, hasAdvanced: async () => {} }

/**
 * What a job would do: the command and its reactions run in one transaction that is taken back, so that the answer is
 * the job's own. For jobs that ask nobody outside the database.
 */
export function rehearseJob(session: Session, http: string, input: object = {}): Promise<Job> {
  return session.asOne(async (inner) => {
    const { jobId } = await inner.call<{ jobId: number }>(http, input)
    const { read, write } = inner.power.db
    const facts = await read<{ id: number; type: string; payload: unknown }[]>`
      select id, type, payload from outbox where payload ->> 'jobId' = ${String(jobId)}`
    for (const { id, type, payload } of facts)
      for (const { react } of reactions.filter(({ to }) => to.type === type))
        await react(payload as never, { ...rehearsal, factId: id, read, write })
    return { isKept: false, value: await readJob(inner, jobId) }
  })
}
