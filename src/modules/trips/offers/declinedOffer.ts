import { on } from '../../../kernel/message.ts'
import { requestCancelled } from '../../leads/status/contract.ts'
import { readWish } from '../../leads/status/status.queries.ts'

/** A customer who cancels the request declines its offer. */
export const declineOffer = on('trips:declineOffer', requestCancelled, async ({ wishId }, { write }) => {
  const wish = await readWish(write, wishId)
  if (!wish) return
  await write`
    update offers set state = 'declined', updated_at = now()
    where lead_kind = ${wish.lead.kind} and lead_id = ${wish.lead.id} and state = 'sent'
      and created_at < ${wish.createdAt}`
})
