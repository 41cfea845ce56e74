import { on } from '../../../kernel/message.ts'
import { beginWait, moveWait } from '../inbox/wait.writes.ts'
import { lockLead } from '../lead/lead.queries.ts'
import { customerReplied, customerReplyRemoved } from './contract.ts'

/** Marks the lead as unread and waiting since `at`. Skips a lead that was erased, or answered after `at`. */
export const awaitAnswer = on(
  'leads:awaitAnswer',
  customerReplied,
  async ({ kind, leadId, at }, { write }) => {
    await write.begin(async (tx) => {
      // Waits for an answer that is being recorded, so that the next statement sees it.
      await lockLead(tx, kind, leadId)
      const [answer] = await tx`
        select from lead_messages where lead_kind = ${kind} and lead_id = ${leadId} and created_at > ${at}
          and outcome is distinct from 'noAnswer' limit 1`
      if (!answer) await beginWait(tx, kind, leadId, at)
    })
  },
)

/** Ends the wait that began with the removed mail, or lets it begin with the next mail. */
export const stopAwaiting = on(
  'leads:stopAwaiting',
  customerReplyRemoved,
  async ({ kind, leadId, at, nextAt }, { write }) => {
    await write.begin((tx) => moveWait(tx, { kind, leadId }, at, nextAt))
  },
)
