import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'

export interface StoredMail {
  purpose: string
  recipient: string
  subject: string
  state: string
  createdAt: Date
  sentAt: Date | null
}

interface ReceivedMail {
  fromName: string
  fromAddress: string
  subject: string
  text: string
  files: string[]
  createdAt: Date
}

/** Returns the mails that a person sent, and the received mails that belong to the person's leads. */
export async function receivedMailsOf(
  sql: Sql | Tx,
  { leads, addresses }: Pick<Person, 'leads' | 'addresses'>,
): Promise<ReceivedMail[]> {
  return sql<ReceivedMail[]>`
    select from_name, from_address, subject, text, created_at,
      array(select name from inbound_attachments where inbound_mail_id = inbound_mails.id order by id) as files
    from inbound_mails
    where ${isOfLeads(sql, leads)}
      or lower(from_address) in (select lower(address) from unnest(${addresses}::text[]) as address)
      or lower(reply_to) in (select lower(address) from unnest(${addresses}::text[]) as address)
    union all
    select from_name, from_address, subject, '', coalesce(arrived_at, given_up_at), '{}' from unreadable_mails
    where lower(from_address) in (select lower(address) from unnest(${addresses}::text[]) as address)
    order by created_at`
}

interface Person {
  leads: { kind: string; id: number }[]
  /** Ids of changes that the person requested on the status page. */
  wishes: number[]
  addresses: string[]
}

/** Returns the mails about a person's leads and requested changes, and all mails to the person. */
export async function mailsOf(sql: Sql | Tx, { leads, wishes, addresses }: Person): Promise<StoredMail[]> {
  return sql<StoredMail[]>`
    select purpose, recipient, subject, state, created_at, sent_at from email_messages
    where id in (
      select id from email_messages where ${isOfLeads(sql, leads)}
      union all select id from email_messages where purpose = 'wish' and lead_id = any(${wishes}::bigint[])
      union all select id from email_messages
      where lower(recipient) = any(select lower(address) from unnest(${addresses}::text[]) as address))
    order by id`
}
