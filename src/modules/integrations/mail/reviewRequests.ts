import { on } from '../../../kernel/message.ts'
import { newReviewOf } from '../../content/reviews/unanswered.queries.ts'
import { readLead } from '../../leads/lead/lead.queries.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { operator } from '../../settings/company/company.queries.ts'
import { reviewDue, reviewPosted } from '../../trips/reviews/contract.ts'
import { leadOfReview } from '../../trips/reviews/reviewLinks.queries.ts'
import { leadForMail } from './harmlessLead.ts'
import { newReviewSubject } from './newReviewMail.ts'
import { planMails, toOffice } from './plan.ts'
import { reviewMail } from './reviewMail.ts'

export const mailReviewRequest = on(
  'integrations:mailReviewRequest',
  reviewDue,
  async ({ kind, leadId }, tools) => {
    await planMails(tools, async (tx) => {
      const lead = await readLead(tx, kind, leadId)
      if (!lead?.email) return []
      const { subject } = reviewMail(
        await leadForMail(tools.read, lead),
        await operator(tools.read),
        tools.context,
      )
      const about = { leadKind: kind, leadId, createdAt: lead.createdAt }
      return [{ ...about, purpose: 'review', recipient: lead.email, subject }]
    })
  },
)

export const mailNewReview = on('integrations:mailNewReview', reviewPosted, async ({ reviewId }, tools) => {
  await planMails(tools, async (tx) => {
    const of = await leadOfReview(tx, reviewId)
    const lead = of && (await readLead(tx, of.kind, of.leadId))
    const review = lead && (await newReviewOf(tx, lead))
    if (!lead || !review) return []
    const [readable = lead] = await inItalian(tx, [lead])
    const about = { leadKind: lead.kind, leadId: lead.id, createdAt: review.createdAt }
    const subject = newReviewSubject(readable, review)
    return toOffice(tools.read, { ...about, purpose: 'newReview', subject })
  })
})
