import { on, type World } from '../../message.ts'
import { changeAsked, requestCancelled } from '../leads/contract.customer.ts'
import { readWish } from '../leads/queries.ts'
import { company } from '../settings/queries.ts'
import { planMails } from './mailPlan.ts'
import { addressesIn } from './reactions.ts'
import { wishMail } from './wishMail.ts'

export const mailCancellation = on('integrations:mailCancellation', requestCancelled, planWishMail)

export const mailChange = on('integrations:mailChange', changeAsked, planWishMail)

/** One mail for each address of the office. */
async function planWishMail({ wishId }: { wishId: number }, world: World): Promise<void> {
  await planMails(world, async (tx) => {
    const wish = await readWish(tx, wishId)
    if (!wish) return []
    const { subject } = wishMail(wish)
    const { leadsEmail } = await company(world.read)
    return addressesIn(leadsEmail).map((recipient) => ({
      ...{ purpose: 'wish', leadId: wishId, recipient, subject },
      createdAt: wish.createdAt,
    }))
  })
}
