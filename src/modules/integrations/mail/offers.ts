import { on } from '../../../kernel/message.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { operator } from '../../settings/company/company.queries.ts'
import { offerAccepted, offerSent } from '../../trips/offers/contract.ts'
import { readOffer } from '../../trips/offers/offers.queries.ts'
import { leadForMail } from './harmlessLead.ts'
import { acceptanceMail, offerMail } from './offerMail.ts'
import { planMails, toOffice } from './plan.ts'

export const mailOffer = on('integrations:mailOffer', offerSent, async ({ offerId }, tools) => {
  await planMails(tools, async (tx) => {
    const found = await readOffer(tx, offerId, tools.context)
    if (!found?.lead.email || found.offer.state !== 'sent') return []
    const { lead, offer } = found
    const own = await leadForMail(tools.read, lead)
    const { subject } = offerMail(own, offer, await operator(tools.read), tools.context)
    const about = { leadKind: lead.kind, leadId: lead.id, offerId, createdAt: offer.createdAt }
    return [{ ...about, purpose: 'offer', recipient: found.lead.email, subject }]
  })
})

export const mailAcceptance = on('integrations:mailAcceptance', offerAccepted, async ({ offerId }, tools) => {
  await planMails(tools, async (tx) => {
    const found = await readOffer(tx, offerId, tools.context)
    if (!found) return []
    const { lead, offer } = found
    const [readable = lead] = await inItalian(tools.read, [lead])
    const { subject } = acceptanceMail(readable, offer)
    const about = { leadKind: lead.kind, leadId: lead.id, offerId, createdAt: offer.createdAt }
    return toOffice(tools.read, { ...about, purpose: 'acceptance', subject })
  })
})
