import { HttpError, orNull } from '../../../kernel/httpError.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { findJob } from '../jobs/jobs.queries.ts'
import { type EventTimeline, ReadEvent } from './contract.ts'
import { eventLabel } from './eventLabels.queries.ts'

const addressesMax = 200

type Times<T, K extends keyof T> = Omit<T, K> & { [key in K]: T[key] extends string ? Date : Date | null }

export const readEvent = answer(ReadEvent, async (read, { id }, caller) => {
  const [event] = await read<
    [
      Times<
        Omit<EventTimeline, 'label' | 'effects' | 'job' | 'mails' | 'addresses'>,
        'occurredAt' | 'dispatchedAt'
      >?,
    ]
  >`
    select id, type, payload, occurred_at, dispatched_at from outbox where id = ${id}`
  if (!event) throw new HttpError(404, 'Evento non trovato.')
  const [effects, job, mails, addresses] = await Promise.all([
    effectsOf(read, id),
    jobOf(read, event.payload, caller),
    mailsOf(read, id),
    addressesOf(read, id),
  ])
  return {
    ...event,
    label: eventLabel(event.type),
    occurredAt: event.occurredAt.toISOString(),
    dispatchedAt: event.dispatchedAt?.toISOString() ?? null,
    effects,
    job,
    mails,
    addresses,
  }
})

async function effectsOf(read: Sql, id: number): Promise<EventTimeline['effects']> {
  const rows = await read<Times<EventTimeline['effects'][number], 'changedAt' | 'nextAt'>[]>`
    select reaction, state, effects.attempts, effects.last_error, changed_at, run_at as next_at
    from effects left join graphile_worker.jobs
      on jobs.key = outbox_id || ':' || reaction and jobs.attempts < max_attempts and state = 'planned'
    where outbox_id = ${id} order by reaction`
  return rows.map(({ changedAt, nextAt, ...row }) => ({
    ...row,
    changedAt: changedAt.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
  }))
}

async function jobOf(read: Sql, payload: unknown, caller: Caller): Promise<EventTimeline['job']> {
  const jobId = payload && typeof payload === 'object' && 'jobId' in payload ? Number(payload.jobId) : 0
  return jobId > 0 ? orNull(findJob(read, jobId, caller)) : null
}

async function mailsOf(read: Sql, id: number): Promise<EventTimeline['mails']> {
  const rows = await read<Times<EventTimeline['mails'][number], 'sentAt' | 'nextAt'>[]>`
    select email_messages.id, purpose, recipient, state, email_messages.attempts, email_messages.last_error, sent_at,
      run_at as next_at,
      (select coalesce(jsonb_agg(jsonb_build_object('event', event, 'reason', reason, 'at', at) order by at, id), '[]')
        from email_events where email_message_id = email_messages.id) as reports
    from email_messages left join graphile_worker.jobs
      on jobs.key = 'mail:' || email_messages.id and jobs.attempts < max_attempts
    where starts_with(message_key, ${`${id}:`}) order by email_messages.id`
  return rows.map(({ sentAt, nextAt, reports, ...row }) => ({
    ...row,
    sentAt: sentAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
    reports: reports.map((report) => ({ ...report, at: new Date(report.at).toISOString() })),
  }))
}

async function addressesOf(read: Sql, id: number): Promise<EventTimeline['addresses']> {
  const rows = await read<Times<EventTimeline['addresses'][number], 'changedAt'>[]>`
    select id, url, state, attempts, reason, changed_at from indexnow_changes where outbox_id = ${id}
    order by id limit ${addressesMax}`
  return rows.map(({ changedAt, ...row }) => ({ ...row, changedAt: changedAt.toISOString() }))
}
