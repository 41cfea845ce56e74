import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { jsonb } from '../../../platform/db.ts'
import { lockedLead } from '../../leads/lead/lead.queries.ts'
import { languageFor, leadOf } from '../../leads/status/status.queries.ts'
import { offerAccepted } from '../offers/contract.ts'
import { markAgreed } from '../offers/leadChanges.writes.ts'
import { agreedRows, findOffer } from '../offers/offers.queries.ts'
import { syncTrips } from '../trips/trips.writes.ts'
import { AcceptOffer } from './contract.ts'
import { statusWithOffer } from './requestStatus.ts'

export const acceptOffer = handle(AcceptOffer, async (tx, { token, offerId }, caller, context) => {
  const t = languageFor(caller)
  const lead = await lockedLead(tx, await leadOf(tx, token, context))
  const offer = await findOffer(tx, offerId, context.clock.now())
  if (offer.leadKind !== lead.kind || offer.leadId !== lead.id)
    throw new HttpError(404, (t) => t('api.noOffer'))
  if (offer.state === 'accepted') return statusWithOffer(tx, lead, context, t)
  if (offer.state === 'expired') throw new HttpError(410, (t) => t('api.offerExpired'))
  if (offer.state !== 'sent' || lead.status === 'persa')
    throw new HttpError(409, (t) => t('api.offerChanged'))
  await tx`
    update offers set state = 'accepted', accepted_at = ${context.clock.now()},
      accepted_words = ${jsonb(tx, agreedRows(t, offer))}, updated_at = now()
    where id = ${offerId}`
  await markAgreed(tx, lead, offer, context)
  await syncTrips(tx, lead, { isMoved: true })
  await emit(tx, offerAccepted, { offerId })
  return statusWithOffer(tx, await lockedLead(tx, lead), context, t)
})
