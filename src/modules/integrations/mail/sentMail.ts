import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { officePurposes } from './dailyLimit.queries.ts'
import { spellingsOf } from './messageId.ts'

interface SentMail {
  messageId: string
  /** Null for a mail that concerns no lead, and for a mail to the office, which the customer has not got. */
  lead: { kind: LeadKind; id: number } | null
}

/** Returns the product's mail with the first of these Message-IDs that is known. `isToCustomer` leaves out other mails. */
export async function sentMailNamed(
  tx: Tx,
  ids: string[],
  { isToCustomer = false } = {},
): Promise<SentMail | null> {
  const spellings = ids.flatMap(spellingsOf)
  const place = (column: string) => tx`array_position(${spellings}::text[], ${tx(column)})`
  const isOfCustomer = tx`lead_kind is not null and not purpose = any(${officePurposes})`
  const [row] = await tx<[SentMail?]>`
    select message_id, case when ${isOfCustomer} then jsonb_build_object('kind', lead_kind, 'id', lead_id) end as lead
    from email_messages where (message_id = any(${spellings}) or provider_id = any(${spellings}))
      and ${isToCustomer ? isOfCustomer : tx`true`}
    order by least(${place('message_id')}, ${place('provider_id')}), id desc limit 1`
  return row ?? null
}
