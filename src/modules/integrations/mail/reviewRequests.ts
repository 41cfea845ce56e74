import { on } from '../../../kernel/message.ts'
import { readLead } from '../../leads/status/queries.ts'
import { operator } from '../../settings/site/queries.ts'
import { reviewDue } from '../../trips/reviews/contract.ts'
import { planMails } from './plan.ts'
import { reviewMail } from './reviewMail.ts'

export const mailReviewRequest = on(
  'integrations:mailReviewRequest',
  reviewDue,
  async ({ kind, leadId }, tools) => {
    await planMails(tools, async (tx) => {
      const lead = await readLead(tx, kind, leadId)
      if (!lead?.email) return []
      const { subject } = reviewMail(lead, await operator(tools.read), tools.context)
      const about = { leadKind: kind, leadId, createdAt: lead.createdAt }
      return [{ ...about, purpose: 'review', recipient: lead.email, subject }]
    })
  },
)
