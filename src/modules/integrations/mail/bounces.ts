import { emitAll } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { customerMailReported } from '../../leads/inbox/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { officePurposes } from './dailyLimit.queries.ts'

/** Notifies the leads module. Call this function in the transaction that changes `bounced_at`. */
export async function reportBounces(tx: Tx, mailIds: number[]): Promise<void> {
  const mails = await tx<{ kind: LeadKind; leadId: number; hasBounced: boolean }[]>`
    select lead_kind as kind, lead_id, bounced_at is not null as has_bounced from email_messages
    where id = any(${mailIds}) and lead_kind is not null and lead_id is not null and not purpose = any(${officePurposes}) order by id`
  await emitAll(tx, customerMailReported, mails)
}
