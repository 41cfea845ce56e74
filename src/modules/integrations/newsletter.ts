import { on } from '../../message.ts'
import { siteOrigin } from '../../site.ts'
import { newsletterRequested } from '../content/contract.ts'
import { readSubscription } from '../content/queries.ts'
import { company } from '../settings/queries.ts'
import { queueMail } from './mailQueue.ts'
import { newsletterMail } from './newsletterMail.ts'
import { messageIdOf } from './reactions.ts'

/** One mail for each time that somebody asked; a repeat of the fact finds its row and adds nothing. */
export const mailNewsletter = on(
  'integrations:mailNewsletter',
  newsletterRequested,
  async ({ subscriptionId }, { factId, read, write }) => {
    const subscription = await readSubscription(read, subscriptionId)
    if (!subscription) return
    const { subject } = newsletterMail(subscription, await company(read), siteOrigin())
    const key = `${factId}:newsletter:${subscriptionId}`
    await write.begin(async (tx) => {
      const [added] = await tx<[{ id: number }?]>`
        insert into email_messages (message_key, purpose, lead_id, recipient, subject, message_id)
        values (${key}, 'newsletter', ${subscriptionId}, ${subscription.email}, ${subject},
          ${messageIdOf(key, subscription.requestedAt)})
        on conflict (message_key) do nothing returning id`
      if (added) await queueMail(tx, [added.id])
    })
  },
)
