import type { Tx } from '../../db.ts'
import { on } from '../../message.ts'
import { isAboutNothing } from '../leads/queries.ts'
import { personErased } from '../settings/contract.erasure.ts'
import { isErased } from '../settings/queries.erasure.ts'
import { waitForPlans } from './mailPlan.ts'

/** Mails about the leads that were erased, and all that went to the person. A mail that is on its way has left us. */
export const forgetMail = on(
  'integrations:forgetMail',
  personErased,
  async ({ leads, addressHashes }, { write }) => {
    await write.begin(async (began) => {
      const tx = began as unknown as Tx
      await waitForPlans(tx)
      const rows = await tx<{ recipient: string }[]>`
        select distinct recipient from email_messages`
      const recipients = rows
        .map(({ recipient }) => recipient)
        .filter((recipient) => isErased(recipient, addressHashes))
      await tx`
        delete from email_messages
        where recipient = any(${recipients})
          or (lead_kind, lead_id) in (select * from unnest(${leads.map(({ kind }) => kind)}::text[],
            ${leads.map(({ leadId }) => leadId)}::bigint[]))
          or ${isAboutNothing(tx)}`
    })
  },
)
