import { on } from '../../../kernel/message.ts'
import { reportBounces } from './bounces.ts'
import { owedMailsRequested } from './contract.ts'
import { isOwed } from './outcome.queries.ts'
import { queueMail } from './queue.ts'
import { probeWith } from './refusal.ts'

/** Resends the unsent mails of an event, except mails that were tried after staff asked for the replay. */
export const resendOwedMails = on(
  'integrations:resendOwedMails',
  owedMailsRequested,
  async (replayed, { eventId, write }) => {
    await write.begin(async (tx) => {
      const isUntried = tx`
        ${isOwed(tx, replayed.eventId)} and updated_at <= (select occurred_at from outbox where id = ${eventId})`
      const [first] = await tx<[{ id: number }?]>`
        select id from email_messages where ${isUntried} order by id limit 1`
      if (!first) return
      // All transactions lock the configuration before the mails, which prevents deadlocks.
      await probeWith(tx, first.id)
      const mails = await tx<{ id: number; hasBounced: boolean }[]>`
        select id, bounced_at is not null as has_bounced from email_messages where ${isUntried} order by id for update`
      await tx`
        update email_messages set state = 'planned', attempts = 0, last_error = null, bounced_at = null,
          updated_at = now()
        where id = any(${mails.map(({ id }) => id)})`
      await reportBounces(
        tx,
        mails.filter(({ hasBounced }) => hasBounced).map(({ id }) => id),
      )
      await queueMail(tx, mails)
    })
  },
)
