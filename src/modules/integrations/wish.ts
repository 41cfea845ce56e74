import { on, type World } from '../../message.ts'
import { changeAsked, requestCancelled } from '../leads/contract.customer.ts'
import { readWish } from '../leads/queries.ts'
import { company } from '../settings/queries.ts'
import { queueMail } from './mailQueue.ts'
import { addressesIn, messageIdOf } from './reactions.ts'
import { wishMail } from './wishMail.ts'

export const mailCancellation = on('integrations:mailCancellation', requestCancelled, planWishMail)

export const mailChange = on('integrations:mailChange', changeAsked, planWishMail)

/** One mail for each address of the office; a repeat of the fact finds the rows there and adds nothing. */
async function planWishMail({ wishId }: { wishId: number }, { factId, read, write }: World): Promise<void> {
  const wish = await readWish(read, wishId)
  if (!wish) return
  const { subject } = wishMail(wish)
  const { leadsEmail } = await company(read)
  const rows = [...new Set(addressesIn(leadsEmail))].map((recipient) => {
    const key = `${factId}:wish:${recipient}`
    const message_id = messageIdOf(key, wish.createdAt)
    return { message_key: key, purpose: 'wish', lead_id: wishId, recipient, subject, message_id }
  })
  if (rows.length === 0) return
  await write.begin(async (tx) => {
    const added = await tx<{ id: number }[]>`
      insert into email_messages ${tx(rows)} on conflict (message_key) do nothing returning id`
    if (added.length > 0)
      await queueMail(
        tx,
        added.map(({ id }) => id),
      )
  })
}
