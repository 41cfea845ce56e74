import type { Context } from '../../../kernel/context.ts'
import { answer } from '../../../kernel/message.ts'
import { momentWords } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { languageFor, leadShown, statusOf } from '../../leads/status/status.queries.ts'
import type { OfferState } from '../offers/contract.ts'
import { latestOffer, type Offer, offerRows } from '../offers/offers.queries.ts'
import { driversOf } from '../reminders/cards.queries.ts'
import { reviewTokenFor } from '../reviews/reviewLinks.queries.ts'
import { type GuestOffer, ReadRequestStatus } from './contract.ts'

export const readRequestStatus = answer(ReadRequestStatus, async (read, { token }, caller, context) =>
  statusShown(read, await leadShown(read, token, context), context, languageFor(caller)),
)

/** Returns the status page of a lead. Without acts, it also lacks the way to the review form. */
async function statusShown(
  read: Sql,
  { lead, isViewOnly }: Awaited<ReturnType<typeof leadShown>>,
  context: Context,
  t: Translate,
) {
  const status = await statusWithOffer(read, lead, context, t)
  return isViewOnly
    ? { ...status, canCancel: false, canChange: false, reviewToken: null, isViewOnly }
    : status
}

export async function statusWithOffer(read: Sql | Tx, lead: Lead, context: Context, t: Translate) {
  const now = context.clock.now()
  const latest = await latestOffer(read, lead, now)
  const offer = latest ? guestOffer(t, latest, lead) : null
  const isOfferShown = offer !== null && offer.state !== 'withdrawn' && offer.state !== 'declined'
  // Hides the prices of the request, because they may differ from the prices of the offer.
  const shown = isOfferShown ? { ...lead, quote: null, returnQuote: null, totalQuote: null } : lead
  const [status, drivers, reviewToken] = await Promise.all([
    statusOf(read, shown, context, t),
    driversOf(read, t, lead, now),
    reviewTokenFor(read, lead, context),
  ])
  const isOfferExpired = offer?.state === 'expired' && lead.status === 'preventivo'
  const expired = isOfferExpired && { state: t('proposal.expiredState'), stateText: offer.stateText }
  return { ...status, ...expired, isOfferExpired, offer, drivers, reviewToken }
}

function guestOffer(t: Translate, offer: Offer, lead: Lead): GuestOffer {
  const { id, lines, total, validUntil, language, message, acceptedAt } = offer
  // A reaction stores `declined` shortly after the customer cancels the request, and the page does not wait for it.
  const state: OfferState = offer.state === 'sent' && lead.status === 'persa' ? 'declined' : offer.state
  return {
    id,
    lines,
    total,
    language,
    state,
    message,
    validUntil: validUntil.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    rows: offer.acceptedWords ?? offerRows(t, offer),
    stateText: stateText(t, { ...offer, state }),
  }
}

function stateText(t: Translate, { state, acceptedAt }: Pick<Offer, 'state' | 'acceptedAt'>): string {
  switch (state) {
    case 'sent':
      return ''
    case 'accepted':
      return t('proposal.accepted', { moment: momentWords(t, acceptedAt ?? new Date(0)) })
    case 'expired':
      return t('proposal.expired')
    default:
      return t('proposal.withdrawn')
  }
}
