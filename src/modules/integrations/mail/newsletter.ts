import { typesOf } from '../../../kernel/jobTask.ts'
import { on, type ReactionTools } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { newsletterRequested } from '../../content/newsletter/contract.ts'
import { readSubscription } from '../../content/pages/pages.queries.ts'
import { company } from '../../settings/company/company.queries.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { isErased } from '../../settings/privacy/erasure.queries.ts'
import { newsletterMail } from './newsletterMail.ts'
import { planMails } from './plan.ts'

export const mailNewsletter = on(
  'integrations:mailNewsletter',
  newsletterRequested,
  async ({ subscriptionId }, tools) => {
    await planMails(tools, async (tx) => {
      const subscription = await readSubscription(tx, subscriptionId, tools.context)
      if (!subscription || (await wasErasedSince(tx, tools, subscription.email))) return []
      const { subject } = newsletterMail(subscription, await company(tools.read), tools.context.site.origin)
      const { email: recipient, requestedAt: createdAt } = subscription
      const about = String(subscriptionId)
      return [{ purpose: 'newsletter', about, leadId: subscriptionId, recipient, subject, createdAt }]
    })
  },
)

/** After an erasure the subscription may still exist, because a reaction of the content module deletes it. */
async function wasErasedSince(
  tx: Tx,
  { eventId, context }: Pick<ReactionTools, 'eventId' | 'context'>,
  email: string,
): Promise<boolean> {
  const rows = await tx<{ payload: { addressHashes: string[] } }[]>`
    select payload from outbox where type = any(${typesOf(personErased)}) and id > ${eventId}`
  return rows.some(({ payload }) => isErased(email, payload.addressHashes, context.secrets))
}
