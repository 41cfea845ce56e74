import type { TInteger, TObject } from '@sinclair/typebox'
import type { Command } from '../../src/kernel/message.ts'
import { react } from '../../src/kernel/react.ts'
import { reactions } from '../../src/modules/index.ts'
import type { Job } from '../../src/modules/operations/jobs/contract.ts'
import { readJob } from './follow.ts'
import type { Session } from './session.ts'

type JobCommand = Command<TObject, TObject<{ jobId: TInteger }>>

const rehearsal = { tries: 1, isLastTry: true, hasAdvanced: async () => {} }

/** Runs a job in a transaction that is rolled back. Only for jobs that change nothing outside the database. */
export function rehearseJob(session: Session, message: JobCommand, input: object = {}): Promise<Job> {
  return session.inOneTransaction(async (inner) => {
    const { jobId } = await inner.call(message, input)
    const { context, db } = inner.runtime
    const { read, write } = db
    const events = await read<{ id: number; type: string; version: number; payload: unknown }[]>`
      select id, type, version, payload from outbox where payload ->> 'jobId' = ${String(jobId)}`
    for (const { id, type, version, payload } of events)
      for (const reaction of reactions.filter(({ to }) => to.type === type))
        await react(reaction, { version, payload }, { ...rehearsal, eventId: id, read, write, context })
    return { isKept: false, value: await readJob(inner, jobId) }
  })
}
