import { on } from '../../../kernel/message.ts'
import { owedMailsRequested } from './contract.ts'
import { isOwed } from './outcome.queries.ts'
import { queueMail } from './queue.ts'
import { probeWith } from './refusal.ts'
import { replanMails } from './resending.ts'

/** Resends the unsent mails of an event, except mails that were tried after staff asked for the replay. */
export const resendOwedMails = on(
  'integrations:resendOwedMails',
  owedMailsRequested,
  async (replayed, { eventId, write, context }) => {
    await write.begin(async (tx) => {
      const isUntried = tx`
        ${isOwed(tx, replayed.eventId)} and updated_at <= (select occurred_at from outbox where id = ${eventId})`
      const [first] = await tx<[{ id: number }?]>`
        select id from email_messages where ${isUntried} order by id limit 1`
      if (!first) return
      // All transactions lock the configuration before the mails, which prevents deadlocks.
      await probeWith(tx, first.id)
      const mails = await tx<{ id: number }[]>`
        select id from email_messages where ${isUntried} order by id for update`
      await replanMails(
        tx,
        mails.map(({ id }) => id),
        context,
      )
      await queueMail(tx, mails)
    })
  },
)
