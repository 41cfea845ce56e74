import { emitAll } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { customerMailReported, type LeadKind } from '../../leads/inbox/contract.ts'

/** Reports to the leads module whether these mails to customers bounced. Call it in the transaction that changes `bounced_at`. */
export async function reportBounces(tx: Tx, mailIds: number[]): Promise<void> {
  const mails = await tx<{ kind: LeadKind; leadId: number; hasBounced: boolean }[]>`
    select lead_kind as kind, lead_id, bounced_at is not null as has_bounced from email_messages
    where id = any(${mailIds}) and purpose in ('receipt', 'offer', 'reply', 'review') order by id`
  if (mails.length > 0) await emitAll(tx, customerMailReported, mails)
}
