import { audit, told } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import { jsonb } from '../../../platform/db.ts'
import { centsOf, priceText } from '../../catalog/prices/cents.contract.ts'
import { lockedLead } from '../../leads/lead/lead.queries.ts'
import { offerSent, offerWithdrawn, SendOffer, WithdrawOffer } from './contract.ts'
import { markQuoted } from './leadChanges.writes.ts'
import { offerLines } from './lines.ts'
import { currentState, findOffer, staffOffer } from './offers.queries.ts'

// The audit log is never deleted, so these commands write no personal data into it.

/** Minimum milliseconds from sending an offer to its deadline. */
const validMs = 1_000

export const sendOffer = handle(SendOffer, async (tx, form, caller, context) => {
  const { leadKind, leadId, message } = form
  const now = context.clock.now()
  const validUntil = new Date(form.validUntil)
  if (validUntil.getTime() < now.getTime() + validMs)
    throw refusal('validUntil', 'Il preventivo deve valere almeno fino a un momento futuro.')
  const lead = await lockedLead(tx, { kind: leadKind, id: leadId })
  if (lead.status === 'confermata' || lead.status === 'persa')
    throw new HttpError(
      409,
      `La richiesta è ${lead.status === 'persa' ? 'chiusa' : 'già confermata'}: cambiane prima lo stato.`,
    )
  const lines = await offerLines(tx, lead, form.lines, romanToday(context))
  const total = priceText(lines.reduce((sum, line) => sum + (centsOf(line.total) ?? 0), 0))
  await tx`
    update offers set updated_at = now(),
      state = case ${currentState(tx, now)} when 'expired' then 'expired' else 'withdrawn' end
    where lead_kind = ${leadKind} and lead_id = ${leadId} and state = 'sent'`
  const [{ id }] = await tx<[{ id: number }]>`
    insert into offers ${tx({
      lead_kind: leadKind,
      lead_id: leadId,
      lines: jsonb(tx, lines),
      total,
      valid_until: validUntil,
      message: message || null,
      language: lead.language,
      sent_by: caller.name,
    })} returning id`
  await markQuoted(tx, lead)
  const sent = { leadKind, leadId, lines, total }
  await audit(tx, caller, told(offerSent, { offerId: id }), `offers/${id}`, null, sent)
  return staffOffer(await findOffer(tx, id, now), lead, context)
})

export const withdrawOffer = handle(WithdrawOffer, async (tx, { id }, caller, context) => {
  const now = context.clock.now()
  const { leadKind, leadId } = await findOffer(tx, id, now)
  const lead = await lockedLead(tx, { kind: leadKind, id: leadId })
  const { state } = await findOffer(tx, id, now)
  if (state === 'accepted')
    throw new HttpError(
      409,
      'Il cliente ha già accettato questo preventivo: cambia lo stato della richiesta.',
    )
  const [withdrawn] = await tx`
    update offers set state = 'withdrawn', updated_at = now() where id = ${id} and state = 'sent' returning id`
  if (withdrawn) await audit(tx, caller, offerWithdrawn, `offers/${id}`, { state }, { state: 'withdrawn' })
  return staffOffer(await findOffer(tx, id, now), lead, context)
})
