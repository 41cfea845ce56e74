import { on, type ReactionTools } from '../../../kernel/message.ts'
import { changeAsked, requestCancelled } from '../../leads/status/contract.ts'
import { readWish } from '../../leads/status/queries.ts'
import { company } from '../../settings/site/queries.ts'
import { wishMail } from './customerChangeMail.ts'
import { planMails } from './plan.ts'
import { addressesIn } from './reactions.ts'

export const mailCancellation = on('integrations:mailCancellation', requestCancelled, planWishMail)

export const mailChange = on('integrations:mailChange', changeAsked, planWishMail)

async function planWishMail({ wishId }: { wishId: number }, tools: ReactionTools): Promise<void> {
  await planMails(tools, async (tx) => {
    const wish = await readWish(tx, wishId)
    if (!wish) return []
    const { subject } = wishMail(wish)
    const { leadsEmail } = await company(tools.read)
    return addressesIn(leadsEmail).map((recipient) => ({
      ...{ purpose: 'wish', leadId: wishId, recipient, subject },
      createdAt: wish.createdAt,
    }))
  })
}
