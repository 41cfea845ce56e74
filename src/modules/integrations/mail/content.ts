import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { Sql } from '../../../platform/db.ts'
import { readSubscription } from '../../content/pages/pages.queries.ts'
import { newReviewOf } from '../../content/reviews/unanswered.queries.ts'
import { readReply } from '../../leads/answers/answers.queries.ts'
import { replyKits } from '../../leads/inbox/replyKit.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { type Lead, readLead } from '../../leads/lead/lead.queries.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { rideOf } from '../../leads/status/ride.queries.ts'
import { rideVersionOf } from '../../leads/status/rideVersions.queries.ts'
import { readWish } from '../../leads/status/status.queries.ts'
import { company, messageSettings, operator } from '../../settings/company/company.queries.ts'
import { readOffer } from '../../trips/offers/offers.queries.ts'
import { cardsOf } from '../../trips/reminders/cards.queries.ts'
import { openTrip } from '../../trips/reminders/gaps.queries.ts'
import { comingRides } from '../../trips/reminders/moves.queries.ts'
import { tripOfNotice } from '../../trips/reminders/notices.queries.ts'
import { finishedRide } from '../../trips/reviews/reviewLinks.queries.ts'
import { cancellationMail } from './cancellationMail.ts'
import { wishMail } from './customerChangeMail.ts'
import { driverMail } from './driverMail.ts'
import { gapsMail } from './gapsMail.ts'
import { leadForMail } from './harmlessLead.ts'
import { moveMail } from './moveMail.ts'
import { newReviewMail } from './newReviewMail.ts'
import { newsletterMail } from './newsletterMail.ts'
import { acceptanceMail, confirmationMail, offerMail } from './offerMail.ts'
import { receiptMail } from './receiptMail.ts'
import { replyMail } from './reply.ts'
import { reviewMail } from './reviewMail.ts'
import { type Mail, officeMail } from './templates.ts'

export interface Subject {
  purpose: string
  leadKind: LeadKind | null
  leadId: number | null
  offerId: number | null
  driverNoticeId: number | null
  tripId: number | null
  /** Id of the reply by staff that the mail contains; null for other mails. */
  leadMessageId: number | null
}

export interface Content extends Mail {
  /** True for a mail written by a person, which is not marked as automatic. */
  isPersonal?: boolean
  replyTo: { name: string; address: string } | null
}

/** Purposes of the mails that this release can write. */
export const mailPurposes = [
  'office',
  'reminder',
  'receipt',
  'reply',
  'offer',
  'acceptance',
  'confirmation',
  'driver',
  'gaps',
  'moved',
  'cancelled',
  'newReview',
  'newsletter',
  'review',
  'wish',
]

/** Returns null if the mail no longer applies, for example if its lead was erased or its offer withdrawn. */
export async function contentOf(read: Sql, subject: Subject, context: Context): Promise<Content | null> {
  const { purpose, leadKind, leadId, offerId, leadMessageId } = subject
  if (purpose === 'newsletter') {
    const subscription = leadId === null ? null : await readSubscription(read, leadId, context)
    if (!subscription) return null
    const mail = newsletterMail(subscription, await company(read), context.site.origin)
    return { ...mail, replyTo: null }
  }
  if (purpose === 'wish') {
    const wish = leadId === null ? null : await readWish(read, leadId)
    return wish && { ...wishMail(wish), replyTo: senderOf(wish.lead) }
  }
  if (purpose === 'offer' || purpose === 'acceptance' || purpose === 'confirmation')
    return offerId === null ? null : contentOfOffer(read, purpose, offerId, context)
  if (purpose === 'driver') return contentOfDriver(read, subject, context)
  if (purpose === 'gaps') {
    const trip = subject.tripId === null ? null : await openTrip(read, subject.tripId)
    return trip && { ...gapsMail(trip, context), replyTo: null }
  }
  if (purpose === 'reply') {
    const reply = leadMessageId === null ? null : await readReply(read, leadMessageId)
    return reply && { ...replyMail(reply, await operator(read)), replyTo: null, isPersonal: true }
  }
  const lead = leadKind && leadId ? await readLead(read, leadKind, leadId) : null
  if (!lead) return null
  const known = await operator(read)
  if (purpose === 'review') {
    const ride = await finishedRide(read, lead)
    return ride && !ride.isReviewed
      ? { ...reviewMail(await leadForMail(read, lead), known, context), replyTo: null }
      : null
  }
  if (purpose === 'moved') {
    const [first, ...others] = await comingRides(read, lead, context.clock.now())
    if (!first) return null
    return { ...(await moveMail(read, lead, [first, ...others], { company: known, context })), replyTo: null }
  }
  // Staff may have reopened the request since.
  if (purpose === 'cancelled')
    return lead.status === 'persa'
      ? { ...cancellationMail(await leadForMail(read, lead), known, context), replyTo: null }
      : null
  if (purpose === 'newReview') {
    const review = await newReviewOf(read, lead)
    const [readable = lead] = await inItalian(read, [lead])
    return review && { ...newReviewMail(readable, review, context), replyTo: senderOf(lead) }
  }
  if (purpose === 'receipt') {
    // A mail may wait for days. After the ride, a receipt would still announce the driver.
    if ((await rideOf(read, lead, context.clock.now())).isOver) return null
    const sequence = await rideVersionOf(read, lead)
    const mail = receiptMail(await leadForMail(read, lead), known, context, sequence)
    return { ...mail, replyTo: null }
  }
  const [kit] = await replyKits(read, [lead], known, context)
  if (!kit) return null
  const [readable = lead] = await inItalian(read, [lead])
  return { ...officeMail(readable, kit.links, purpose === 'reminder'), replyTo: senderOf(lead) }
}

async function contentOfOffer(
  read: Sql,
  purpose: 'offer' | 'acceptance' | 'confirmation',
  offerId: number,
  context: Context,
): Promise<Content | null> {
  const found = await readOffer(read, offerId, context)
  if (!found) return null
  const { offer, lead } = found
  const own = await leadForMail(read, lead)
  if (purpose === 'acceptance') {
    const [readable = lead] = await inItalian(read, [lead])
    return { ...acceptanceMail(readable, offer), replyTo: senderOf(lead) }
  }
  if (purpose === 'confirmation') {
    const { sendsDriver } = await messageSettings(read)
    const { isOver } = await rideOf(read, lead, context.clock.now())
    return offer.acceptedWords && lead.status === 'confermata' && !isOver
      ? {
          ...confirmationMail(own, offer, { company: await operator(read), sendsDriver, context }),
          replyTo: null,
        }
      : null
  }
  if (offer.state !== 'sent') return null
  return { ...offerMail(own, offer, await operator(read), context), replyTo: null }
}

/** Returns null if the trip has changed since the notice or was cancelled, because the mail would be wrong. */
async function contentOfDriver(
  read: Sql,
  { leadKind, leadId, driverNoticeId }: Subject,
  context: Context,
): Promise<Content | null> {
  if (!leadKind || !leadId || !driverNoticeId) return null
  const lead = await readLead(read, leadKind, leadId)
  const trip = lead && (await tripOfNotice(read, driverNoticeId, context.clock.now()))
  if (!lead || !trip) return null
  const { t } = languageWith(lead.language)
  const [card] = await cardsOf(read, t, [trip])
  return card
    ? {
        ...driverMail(await leadForMail(read, lead), trip, card, { company: await operator(read), context }),
        replyTo: null,
      }
    : null
}

/** Returns the customer as the Reply-To of a mail to the office. Null if the lead has no e-mail address. */
function senderOf({ name, email }: Lead): Content['replyTo'] {
  return email ? { name: (name ?? '').replace(/\s+/g, ' '), address: email } : null
}
