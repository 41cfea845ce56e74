import { react } from '../../src/kernel/react.ts'
import { reactions } from '../../src/modules/index.ts'
import { type Job, readJob } from './follow.ts'
import type { Session } from './session.ts'

/** A dry run is not retried. */
const rehearsal = { tries: 1, isLastTry: true, hasAdvanced: async () => {} }

/**
 * Runs a command and its reactions in one transaction that is rolled back, so the result is that of the real job.
 * Only for jobs that call nothing outside the database.
 */
export function rehearseJob(session: Session, http: string, input: object = {}): Promise<Job> {
  return session.asOne(async (inner) => {
    const { jobId } = await inner.call<{ jobId: number }>(http, input)
    const { context, db } = inner.runtime
    const { read, write } = db
    const events = await read<{ id: number; type: string; payload: unknown }[]>`
      select id, type, payload from outbox where payload ->> 'jobId' = ${String(jobId)}`
    for (const { id, type, payload } of events)
      for (const reaction of reactions.filter(({ to }) => to.type === type))
        await react(reaction, payload, { ...rehearsal, eventId: id, read, write, context })
    return { isKept: false, value: await readJob(inner, jobId) }
  })
}
