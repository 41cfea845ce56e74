import type { Sql, Tx } from '../../../platform/db.ts'

export interface StoredMail {
  purpose: string
  recipient: string
  subject: string
  state: string
  createdAt: Date
  sentAt: Date | null
}

interface Person {
  leads: { kind: string; id: number }[]
  /** Changes that the person asked for on the status page. */
  wishes: number[]
  addresses: string[]
}

/** Returns the mails about a person's leads and all mails to the person. */
export async function mailsOf(sql: Sql | Tx, { leads, wishes, addresses }: Person): Promise<StoredMail[]> {
  return sql<StoredMail[]>`
    select purpose, recipient, subject, state, created_at, sent_at from email_messages
    where (lead_kind, lead_id) in (select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[],
        ${leads.map(({ id }) => id)}::bigint[]) as lead (kind, id))
      or purpose = 'wish' and lead_id = any(${wishes}::bigint[])
      or lower(recipient) in (select lower(address) from unnest(${addresses}::text[]) as address)
    order by id`
}
