import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { beginWait, endWait } from '../inbox/wait.writes.ts'
import { type Lead, readLead } from '../lead.ts'
import { tableOf } from '../requests/tables.contract.ts'
import { AskForChange, CancelRequest, changeAsked, requestCancelled, type StatusPhase } from './contract.ts'
import { languageFor, leadOf, statusOf } from './queries.ts'

export const cancelRequest = handle(CancelRequest, async (tx, { token }, caller, context) => {
  const t = languageFor(caller)
  const lead = await lockedLead(tx, token, context)
  const status = await statusOf(tx, lead, context, t)
  if (lead.status === 'persa') return status
  if (!status.canCancel) throw refusalOf(status, 'api.cannotCancel')
  await tx`
    update ${tx(tableOf[lead.kind])} set status = 'persa', notes = ${notesWith(lead, 'ha annullato la richiesta', context)},
      read_at = null, updated_at = now()
    where id = ${lead.id}`
  await endWait(tx, lead.kind, lead.id)
  await emit(tx, requestCancelled, { wishId: await addWish(tx, lead, 'cancel', '') })
  return statusOf(tx, { ...lead, status: 'persa' }, context, t)
})

export const askForChange = handle(AskForChange, async (tx, { token, text }, caller, context) => {
  const t = languageFor(caller)
  const lead = await lockedLead(tx, token, context)
  const status = await statusOf(tx, lead, context, t)
  const [last] = await tx<[{ kind: string; text: string }?]>`
    select kind, text from customer_wishes where lead_kind = ${lead.kind} and lead_id = ${lead.id}
    order by id desc limit 1`
  if (last?.kind === 'change' && last.text === text) return status
  if (!status.canChange) throw refusalOf(status, 'api.closed')
  await tx`
    update ${tx(tableOf[lead.kind])} set notes = ${notesWith(lead, `chiede: ${text}`, context)}, updated_at = now()
    where id = ${lead.id}`
  await beginWait(tx, lead.kind, lead.id, context.clock.now())
  await emit(tx, changeAsked, { wishId: await addWish(tx, lead, 'change', text) })
  return statusOf(tx, lead, context, t)
})

const refusalOf = ({ phase }: { phase: StatusPhase }, key: 'api.cannotCancel' | 'api.closed') =>
  new HttpError(409, (t) => t(phase === 'over' ? 'api.rideOver' : key))

/** Locks the row, so that the second of two concurrent clicks sees the result of the first. */
async function lockedLead(tx: Tx, token: string, context: Context): Promise<Lead & { notes: string | null }> {
  const { kind, id } = await leadOf(tx, token, context)
  const [row] = await tx<[{ notes: string | null }?]>`
    select notes from ${tx(tableOf[kind])} where id = ${id} for update`
  const lead = await readLead(tx, kind, id)
  if (!row || !lead) throw new HttpError(404, (t) => t('api.gone'))
  return { ...lead, notes: row.notes }
}

async function addWish(tx: Tx, { kind, id }: Lead, wish: 'cancel' | 'change', text: string): Promise<number> {
  const [row] = await tx<[{ id: number }]>`
    insert into customer_wishes (lead_kind, lead_id, kind, text) values (${kind}, ${id}, ${wish}, ${text})
    returning id`
  return row.id
}

function notesWith({ notes }: { notes: string | null }, text: string, { clock }: Context): string {
  return [notes, `${shortMoment(clock.now())}, il cliente ${text}`].filter(Boolean).join('\n')
}
