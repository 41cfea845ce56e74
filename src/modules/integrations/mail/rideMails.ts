import { on } from '../../../kernel/message.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { readLead } from '../../leads/lead/lead.queries.ts'
import { messageSettings, operator } from '../../settings/company/company.queries.ts'
import { offerAccepted } from '../../trips/offers/contract.ts'
import { readOffer } from '../../trips/offers/offers.queries.ts'
import { driverNamed, gapsFound, rideMoved } from '../../trips/reminders/contract.ts'
import { openTrip } from '../../trips/reminders/gaps.queries.ts'
import { comingRides } from '../../trips/reminders/moves.queries.ts'
import { tripOfNotice } from '../../trips/reminders/notices.queries.ts'
import { driverSubject } from './driverMail.ts'
import { gapsSubject } from './gapsMail.ts'
import { leadForMail } from './harmlessLead.ts'
import { moveSubject } from './moveMail.ts'
import { confirmationMail } from './offerMail.ts'
import { planMails, toOffice } from './plan.ts'

// Mails between the acceptance of an offer and the pick-up.

export const mailConfirmation = on(
  'integrations:mailConfirmation',
  offerAccepted,
  async ({ offerId }, tools) => {
    const { sendsConfirmation, sendsDriver } = await messageSettings(tools.read)
    if (!sendsConfirmation) return
    await planMails(tools, async (tx) => {
      const found = await readOffer(tx, offerId, tools.context)
      if (!found?.lead.email) return []
      const { lead, offer } = found
      const about = { leadKind: lead.kind, leadId: lead.id, offerId, createdAt: offer.createdAt }
      const known = { company: await operator(tools.read), context: tools.context, sendsDriver }
      const { subject } = confirmationMail(await leadForMail(tools.read, lead), offer, known)
      return [{ ...about, purpose: 'confirmation', recipient: found.lead.email, subject }]
    })
  },
)

export const mailDriver = on('integrations:mailDriver', driverNamed, async ({ noticeId }, tools) => {
  await planMails(tools, async (tx) => {
    const trip = await tripOfNotice(tx, noticeId, tools.context.clock.now())
    const lead = trip && (await readLead(tx, trip.leadKind, trip.leadId))
    if (!trip || !lead?.email) return []
    const subject = driverSubject(languageWith(lead.language).t, trip)
    const about = { leadKind: lead.kind, leadId: lead.id, driverNoticeId: noticeId }
    return [{ ...about, purpose: 'driver', recipient: lead.email, subject, createdAt: trip.createdAt }]
  })
})

export const mailMove = on('integrations:mailMove', rideMoved, async ({ kind, leadId }, tools) => {
  await planMails(tools, async (tx) => {
    const lead = await readLead(tx, kind, leadId)
    const [ride] = lead ? await comingRides(tx, lead, tools.context.clock.now()) : []
    if (!ride || !lead?.email) return []
    const subject = moveSubject(languageWith(lead.language).t, ride)
    const about = { leadKind: kind, leadId, createdAt: lead.updatedAt }
    return [{ ...about, purpose: 'moved', recipient: lead.email, subject }]
  })
})

export const mailGaps = on('integrations:mailGaps', gapsFound, async ({ tripId }, tools) => {
  await planMails(tools, async (tx) => {
    const trip = await openTrip(tx, tripId)
    if (!trip) return []
    const { leadKind, leadId } = trip
    return toOffice(tools.read, {
      leadKind,
      leadId,
      tripId,
      purpose: 'gaps',
      subject: gapsSubject(trip),
      // `createdAt` only makes the Message-ID unique across databases, so the time of the pick-up is good enough.
      createdAt: trip.pickupAt,
    })
  })
})
