import { on } from '../../../kernel/message.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'
import { isAboutNothing } from '../../leads/status/status.queries.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { isErased } from '../../settings/privacy/erasure.queries.ts'
import { waitForPlans } from './plan.ts'

/** Deletes the mails about erased leads and all mails to and from the person. Does not stop a send that has begun. */
export const forgetMail = on(
  'integrations:forgetMail',
  personErased,
  async ({ leads, addressHashes }, { write, context }) => {
    await write.begin(async (tx) => {
      await waitForPlans(tx)
      const rows = await tx<{ recipient: string }[]>`
        select distinct recipient from email_messages`
      const recipients = rows
        .map(({ recipient }) => recipient)
        .filter((recipient) => isErased(recipient, addressHashes, context.secrets))
      await tx`
        delete from email_messages
        where recipient = any(${recipients})
          or ${isOfLeads(
            tx,
            leads.map(({ kind, leadId: id }) => ({ kind, id })),
          )}
          or ${isAboutNothing(tx)}`
      const senders = await tx<{ fromAddress: string }[]>`
        select from_address from inbound_mails union select reply_to from inbound_mails
        union select from_address from unreadable_mails`
      const erased = senders
        .map(({ fromAddress }) => fromAddress)
        .filter((address) => isErased(address, addressHashes, context.secrets))
      await tx`delete from inbound_mails where from_address = any(${erased}) or reply_to = any(${erased})`
      await tx`delete from unreadable_mails where from_address = any(${erased})`
    })
  },
)
