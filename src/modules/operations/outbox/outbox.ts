import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { owedMailsRequested } from '../../integrations/mail/contract.ts'
import { countOwedMails, outcomeOfReplay } from '../../integrations/mail/outcome.queries.ts'
import { replanEffects } from '../effects.ts'
import {
  DropEffect,
  effectDropped,
  eventReplayed,
  failedEventsReplayed,
  ListOutbox,
  ReplayEvent,
  ReplayFailed,
} from './contract.ts'
import { eventLabel, eventTypesNamed } from './eventLabels.queries.ts'

interface EventRow {
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
  const { search, onlyFailed } = asked
  const where = read`
    ${search ? read`(type ilike ${likeOf(search)} or type = any(${eventTypesNamed(search.toLowerCase())}))` : read`true`}
    and ${onlyFailed ? read`id in (select outbox_id from effects where state = 'failed' and dropped_at is null)` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from outbox where ${where}`
  const rows = await read<EventRow[]>`
    select id, type, payload, occurred_at, dispatched_at,
      (select coalesce(jsonb_agg(jsonb_build_object('reaction', reaction, 'state', state, 'attempts', attempts,
          'lastError', last_error) order by reaction), '[]')
        from effects where outbox_id = outbox.id) as effects
    from outbox where ${where} ${pageOf(read, asked, { occurredAt: 'occurred_at' }, '-occurredAt', ['occurredAt'])}`
  const items = rows.map(({ occurredAt, dispatchedAt, ...row }) => ({
    ...row,
    label: eventLabel(row.type),
    occurredAt: occurredAt.toISOString(),
    dispatchedAt: dispatchedAt?.toISOString() ?? null,
  }))
  return { ...pages(asked, total), items }
})

export const replayEvent = handle(
  ReplayEvent,
  async (tx, { id }, caller) => {
    const [event] = await tx<[{ isDispatched: boolean; task: string }?]>`
      select dispatched_at is not null as is_dispatched, coalesce(task, 'dispatch') as task from outbox where id = ${id} for update`
    if (!event) throw new HttpError(404, 'Evento non trovato.')
    await audit(tx, caller, eventReplayed, `outbox/${id}`, null, null)
    if (!event.isDispatched) {
      await tx`select graphile_worker.add_job(${event.task}, json_build_object('eventId', ${id}::bigint))`
      return { replayed: 0, sent: 0, refusal: null }
    }
    const effects = await replanEffects(tx, tx`outbox_id = ${id} and state <> 'done'`)
    const owed = await countOwedMails(tx, id)
    if (owed > 0) await emit(tx, owedMailsRequested, { eventId: id })
    return { replayed: effects + owed, sent: 0, refusal: null }
  },
  {
    report: async (read, output, { id }) =>
      output.replayed === 0 ? output : { ...output, ...(await outcomeOfReplay(read, id)) },
  },
)

export const replayFailed = handle(ReplayFailed, async (tx, _input, caller) => {
  const replayed = await replanEffects(tx, tx`state = 'failed' and dropped_at is null`)
  if (replayed > 0) await audit(tx, caller, failedEventsReplayed, 'outbox', null, { replayed })
  return { replayed }
})

export const dropEffect = handle(DropEffect, async (tx, { id, reaction }, caller) => {
  const [dropped] = await tx`
    update effects set dropped_at = now()
    where outbox_id = ${id} and reaction = ${reaction} and state = 'failed' and dropped_at is null
    returning outbox_id`
  if (!dropped) throw new HttpError(409, 'Questo effetto non è più tra quelli non riusciti.')
  await audit(tx, caller, effectDropped, `outbox/${id}`, null, { reaction })
  return {}
})
