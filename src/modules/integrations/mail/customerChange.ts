import { on, type ReactionTools } from '../../../kernel/message.ts'
import { changeAsked, requestCancelled } from '../../leads/status/contract.ts'
import { readWish } from '../../leads/status/queries.ts'
import { wishMail } from './customerChangeMail.ts'
import { planMails, toOffice } from './plan.ts'

export const mailCancellation = on('integrations:mailCancellation', requestCancelled, planWishMail)

export const mailChange = on('integrations:mailChange', changeAsked, planWishMail)

async function planWishMail({ wishId }: { wishId: number }, tools: ReactionTools): Promise<void> {
  await planMails(tools, async (tx) => {
    const wish = await readWish(tx, wishId)
    if (!wish) return []
    const { subject } = wishMail(wish)
    return toOffice(tools.read, { purpose: 'wish', leadId: wishId, subject, createdAt: wish.createdAt })
  })
}
