import { on } from '../../../kernel/message.ts'
import { tableOf } from '../requests/tables.contract.ts'
import { customerReplied } from './contract.ts'

/**
 * Marks the lead as unread, and as waiting since the customer wrote. Changes nothing if staff have answered since or the
 * lead was erased.
 */
export const awaitAnswer = on(
  'leads:awaitAnswer',
  customerReplied,
  async ({ kind, leadId, at }, { write }) => {
    await write.begin(async (tx) => {
      // An answer that is being recorded at this moment must be seen by the next statement.
      await tx`select from ${tx(tableOf[kind])} where id = ${leadId} for update`
      // Keeps the lead's version, because no field of the form changes.
      const [lead] = await tx`
        update ${tx(tableOf[kind])} set read_at = null where id = ${leadId} and not exists (
          select from lead_messages where lead_kind = ${kind} and lead_id = ${leadId} and created_at > ${at}
            and outcome is distinct from 'noAnswer')
        returning id`
      if (lead)
        await tx`
          insert into lead_waits (lead_kind, lead_id, since) values (${kind}, ${leadId}, ${at})
          on conflict (lead_kind, lead_id) do nothing`
    })
  },
)
