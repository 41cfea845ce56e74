import { audit } from '../../../kernel/audit.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { Refused } from '../../../kernel/refused.ts'
import { waitForMails } from '../../integrations/mail/outcome.queries.ts'
import { queueMail } from '../../integrations/mail/queue.ts'
import { probeWith } from '../../integrations/mail/refusal.ts'
import { ListOutbox, ReplayFact, ReplayFailed } from './contract.ts'

interface FactRow {
  id: number
  type: string
  payload: unknown
  occurredAt: Date
  dispatchedAt: Date | null
  effects: {
    reaction: string
    state: 'planned' | 'done' | 'failed'
    attempts: number
    lastError: string | null
  }[]
}

export const listOutbox = answer(ListOutbox, async (read, asked) => {
  const where = read`
    type ilike ${likeOf(asked.search)}
    and ${asked.onlyFailed ? read`exists (select from effects where outbox_id = outbox.id and state = 'failed')` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from outbox where ${where}`
  const rows = await read<FactRow[]>`
    select id, type, payload, occurred_at, dispatched_at,
      (select coalesce(jsonb_agg(jsonb_build_object('reaction', reaction, 'state', state, 'attempts', attempts,
          'lastError', last_error) order by reaction), '[]')
        from effects where outbox_id = outbox.id) as effects
    from outbox where ${where} ${pageOf(read, asked, { occurredAt: 'occurred_at' }, '-occurredAt')}`
  const items = rows.map(({ occurredAt, dispatchedAt, ...row }) => ({
    ...row,
    occurredAt: occurredAt.toISOString(),
    dispatchedAt: dispatchedAt?.toISOString() ?? null,
  }))
  return { ...pages(asked, total), items }
})

export const replayFact = handle(
  ReplayFact,
  async (tx, { id }, caller) => {
    const [fact] = await tx<[{ isDispatched: boolean }?]>`
      select dispatched_at is not null as is_dispatched from outbox where id = ${id} for update`
    if (!fact) throw new Refused(404, 'Evento non trovato.')
    await audit(tx, caller, 'integrations:factReplayed', `outbox/${id}`, null, null)
    if (!fact.isDispatched) {
      await tx`select graphile_worker.add_job('dispatch', json_build_object('factId', ${id}::bigint))`
      return { replayed: 0, sent: 0, refusal: null }
    }
    const effects = await tx`
      with again as (
        update effects set state = 'planned', attempts = 0, changed_at = now()
        where outbox_id = ${id} and state <> 'done' returning reaction
      )
      select graphile_worker.add_job('react', json_build_object('factId', ${id}::bigint, 'reaction', reaction),
        job_key := ${id}::bigint || ':' || reaction) is not null as is_added from again`
    // A mail that the provider had taken and reported as bounced is done: only its own button sends it again.
    const isOwed = tx`
      starts_with(message_key, ${`${id}:`}) and reported_at is null
      and state in ('in coda', 'respinta', 'non configurata')`
    const [first] = await tx<[{ id: number }?]>`
      select id from email_messages where ${isOwed} order by id limit 1`
    if (first) await probeWith(tx, first.id)
    const mails = await tx<{ id: number }[]>`
      update email_messages set state = 'in coda', attempts = 0, last_error = null, bounced_at = null,
        updated_at = now()
      where ${isOwed} returning id`
    if (mails.length > 0)
      await queueMail(
        tx,
        mails.map((mail) => mail.id),
      )
    return { replayed: effects.length + mails.length, sent: 0, refusal: null }
  },
  async (read, output, { id }) => {
    if (output.replayed === 0) return output
    const mails = await read<{ id: number }[]>`
      select id from email_messages where starts_with(message_key, ${`${id}:`})`
    await waitForMails(
      read,
      mails.map((mail) => mail.id),
    )
    const [{ sent, refusal }] = await read<[{ sent: number; refusal: string | null }]>`
      select count(*) filter (where state in ('inviata', 'consegnata') and sent_at > now() - interval '10 seconds') as sent,
        max(last_error) filter (where state in ('in coda', 'respinta')) as refusal
      from email_messages where starts_with(message_key, ${`${id}:`})`
    return { ...output, sent, refusal }
  },
)

export const replayFailed = handle(ReplayFailed, async (tx, _input, caller) => {
  const rows = await tx`
    with again as (
      update effects set state = 'planned', attempts = 0, changed_at = now() where state = 'failed'
      returning outbox_id, reaction
    )
    select graphile_worker.add_job('react', json_build_object('factId', outbox_id, 'reaction', reaction),
      job_key := outbox_id || ':' || reaction) is not null as is_added from again`
  if (rows.length > 0)
    await audit(tx, caller, 'integrations:failedFactsReplayed', 'outbox', null, { replayed: rows.length })
  return { replayed: rows.length }
})
