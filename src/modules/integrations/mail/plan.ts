import { mailTask } from '../../../kernel/jobTask.ts'
import type { ReactionTools } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { company } from '../../settings/company/company.queries.ts'
import { messageIdOf } from './messageId.ts'
import { queueMail } from './queue.ts'

interface PlannedMail {
  purpose: string
  /** Part of the key that distinguishes mails of one event and purpose; by default the recipient. */
  about?: string
  leadKind?: LeadKind | null
  leadId: number | null
  offerId?: number
  driverNoticeId?: number
  /** Trip with missing details. */
  tripId?: number
  /** Reply by staff that the mail contains. */
  leadMessageId?: number
  recipient: string
  subject: string
  createdAt: Date
}

/** Returns the mail for each of the office's e-mail addresses. */
export async function toOffice(read: Sql, mail: Omit<PlannedMail, 'recipient'>): Promise<PlannedMail[]> {
  const addresses = (await company(read)).leadsEmail.split(',').map((one) => one.trim())
  return [...new Set(addresses.filter(Boolean))].map((recipient) => ({ ...mail, recipient }))
}

const erasureLock = 'mails and erasures'

/**
 * A row's key consists of event, purpose and `about`, so a repeated call adds nothing. `plan` must read personal data
 * with the transaction that it gets: an erasure waits for this transaction and then deletes its rows.
 */
export async function planMails(
  { eventId, write, context }: Pick<ReactionTools, 'eventId' | 'write' | 'context'>,
  plan: (tx: Tx) => Promise<PlannedMail[]>,
): Promise<void> {
  await write.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock_shared(hashtext(${erasureLock}))`
    const rows = (await plan(tx)).map((mail) => {
      const key = `${eventId}:${mail.purpose}:${mail.about ?? mail.recipient}`
      return {
        message_key: key,
        purpose: mail.purpose,
        task: mailTask(mail.purpose),
        lead_kind: mail.leadKind ?? null,
        lead_id: mail.leadId,
        offer_id: mail.offerId ?? null,
        driver_notice_id: mail.driverNoticeId ?? null,
        trip_id: mail.tripId ?? null,
        lead_message_id: mail.leadMessageId ?? null,
        recipient: mail.recipient,
        subject: mail.subject,
        message_id: messageIdOf(key, mail.createdAt, context.site),
      }
    })
    if (rows.length === 0) return
    const added = await tx<{ id: number }[]>`
      insert into email_messages ${tx(rows)} on conflict (message_key) do nothing returning id`
    if (added.length > 0) await queueMail(tx, added)
  })
}

/** Waits until no transaction is planning mails. Later calls of `planMails` wait for the end of the erasure. */
export async function waitForPlans(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${erasureLock}))`
}
