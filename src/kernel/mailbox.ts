import type { Sql, Tx } from '../platform/db.ts'
import { sendableEmail } from './email.ts'
import { readableEmail } from './readableEmail.ts'

const gmailDomains = ['gmail.com', 'googlemail.com']

/**
 * Returns the mailbox of an e-mail address, for comparison: Gmail delivers addresses with other dots, with a `+` and more
 * letters, or with its older domain to the same mailbox (support.google.com/mail/answer/7436150). Mails state a domain in
 * Punycode that customers write with an umlaut.
 */
export function mailboxOf(address: string): string {
  const known = readableEmail(address.trim()).toLowerCase()
  const at = known.lastIndexOf('@')
  if (!gmailDomains.includes(known.slice(at + 1))) return known
  const [name = ''] = known.slice(0, Math.max(0, at)).split('+')
  return `${name.replaceAll('.', '')}@gmail.com`
}

export const isSameMailbox = (one: string, other: string) => mailboxOf(one) === mailboxOf(other)

/** Returns the SQL condition for rows whose `column` is an address of the same mailbox. */
export function isOfMailbox(sql: Sql | Tx, column: string, address: string) {
  const mailbox = mailboxOf(address)
  const [name = '', domain = ''] = mailbox.split('@')
  const field = sql(column)
  // Version 1.0 stored the Punycode that some browsers send.
  if (domain !== 'gmail.com') return sql`lower(${field}) in (${mailbox}, ${sendableEmail(mailbox)})`
  return sql`
    (split_part(lower(${field}), '@', 2) = any(${gmailDomains})
      and replace(split_part(split_part(lower(${field}), '@', 1), '+', 1), '.', '') = ${name})`
}
