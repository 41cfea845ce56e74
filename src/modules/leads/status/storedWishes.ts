import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Tx } from '../../../platform/db.ts'
import { beginWait } from '../inbox/wait.writes.ts'
import { type Lead, noted } from '../lead/lead.queries.ts'
import { changeAsked, type StatusPhase } from './contract.ts'
import { statusOf } from './status.queries.ts'

/** Stores a change that the customer asks for, and returns the state of the lead. The same text again changes nothing. */
export async function storeChange(
  tx: Tx,
  lead: Lead,
  text: string,
  { context, t }: { context: Context; t: Translate },
) {
  const status = await statusOf(tx, lead, context, t)
  const [last] = await tx<[{ kind: string; text: string }?]>`
    select kind, text from customer_wishes where lead_kind = ${lead.kind} and lead_id = ${lead.id}
    order by id desc limit 1`
  if (last?.kind === 'change' && last.text === text) return status
  if (!status.canChange) throw refusalOf(status, 'api.closed')
  await tx`
    update leads set notes = ${noted(tx, `chiede: ${text}`, context)}, updated_at = now()
    where kind = ${lead.kind} and id = ${lead.id}`
  await beginWait(tx, lead.kind, lead.id, context.clock.now())
  await emit(tx, changeAsked, { wishId: await addWish(tx, lead, 'change', text) })
  return statusOf(tx, lead, context, t)
}

export const refusalOf = ({ phase }: { phase: StatusPhase }, key: 'api.cannotCancel' | 'api.closed') =>
  new HttpError(409, (t) => t(phase === 'over' ? 'api.rideOver' : key))

export async function addWish(
  tx: Tx,
  { kind, id }: Lead,
  wish: 'cancel' | 'change',
  text: string,
): Promise<number> {
  const [row] = await tx<[{ id: number }]>`
    insert into customer_wishes (lead_kind, lead_id, kind, text) values (${kind}, ${id}, ${wish}, ${text})
    returning id`
  return row.id
}
