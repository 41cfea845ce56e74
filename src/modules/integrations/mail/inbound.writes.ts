import { createHash } from 'node:crypto'
import { isSameMailbox } from '../../../kernel/mailbox.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { leadsWithCodes } from '../../leads/answers/answers.queries.ts'
import { customerReplied } from '../../leads/answers/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { keepLead } from '../../leads/lead/lead.queries.ts'
import type { Inbound, SenderClaim } from '../mailReader/mail.contract.ts'
import { attachmentsAnnounced, mailReceived } from './inbound.contract.ts'
import { fileProblem } from './inboundFiles.ts'
import { recordReturned } from './returned.writes.ts'
import { sentMailNamed } from './sentMail.ts'

interface Match {
  kind: LeadKind
  id: number
  /** `message`: by a Message-ID of ours; `code`: by a code and the lead's address; `asked`: by a code alone. */
  by: 'message' | 'code' | 'asked'
}

/** Stores a mail once, alone if `found` is erased meanwhile. A lead for which a person wrote it then waits for an answer. */
export async function storeInboundMail(tx: Tx, mail: Inbound, found: Match | null): Promise<void> {
  const match = found && (await keepLead(tx, found.kind, found.id)) ? found : null
  const stored = await insertMail(tx, mail, match?.by === 'asked' ? null : match)
  if (!stored) return
  const { id, createdAt } = stored
  const at = createdAt.toISOString()
  await emit(tx, mailReceived, { mailId: id })
  await storeFiles(tx, id, mail)
  if (mail.returned) await recordReturned(tx, mail.kind, mail.returned, at)
  if (!match || mail.kind !== 'person') return
  if (match.by === 'asked')
    await tx`
      insert into inbound_mail_questions (inbound_mail_id, lead_kind, lead_id)
      values (${id}, ${match.kind}, ${match.id})`
  else await emit(tx, customerReplied, { kind: match.kind, leadId: match.id, at })
}

/** Returns null if the mail is stored already. Version 1.0 stored the Message-ID alone. */
async function insertMail(tx: Tx, mail: Inbound, match: Match | null) {
  const { messageId, kind, sender, subject, text, notes } = mail
  const { name, address, replyTo, checks } = sender
  const [stored] = await tx<[{ id: number; createdAt: Date }?]>`
    insert into inbound_mails (message_id, kind, lead_kind, lead_id, matched_by, from_name, from_address, reply_to, spf,
      dkim, dmarc, subject, text, notes)
    select ${identityOf(mail)}, ${kind}, ${match?.kind ?? null}, ${match?.id ?? null}::bigint, ${match?.by ?? null},
      ${name}, ${address}, ${replyTo}, ${checks.spf}, ${checks.dkim}, ${checks.dmarc}, ${subject}, ${text},
      ${notes}::text[]
    where not exists (
      select from inbound_mails
      where message_id = ${messageId} and from_address = ${address} and subject = ${subject})
    on conflict (message_id) do nothing returning id, created_at`
  return stored ?? null
}

async function storeFiles(tx: Tx, mailId: number, { attachments }: Inbound): Promise<void> {
  const files = attachments.map(({ name, size, downloadToken, bytes }) => {
    const problem = fileProblem(name, bytes === null ? Number.POSITIVE_INFINITY : size, bytes ?? null)
    const isKept = problem === null
    return {
      inbound_mail_id: mailId,
      name,
      size,
      problem,
      download_token: (isKept && downloadToken) || null,
      bytes: (isKept && bytes) || null,
    }
  })
  if (files.length > 0) await tx`insert into inbound_attachments ${tx(files)}`
  if (files.some((file) => file.download_token)) await emit(tx, attachmentsAnnounced, { mailId })
}

/**
 * Returns the same text for a mail that arrives again or on another way, where its header lines differ. The Message-ID
 * is not enough: mail programs leave it out or use it again.
 */
function identityOf({ messageId, sentAt, sender, subject, text, attachments }: Inbound): string {
  const sent = Date.parse(sentAt) || sentAt
  const files = attachments.map(({ name }) => name)
  const words = text.replace(/\s+/g, ' ')
  const content = JSON.stringify([messageId, sent, sender.address.toLowerCase(), subject, words, files])
  return `${messageId.slice(0, 200)} ${createHash('sha256').update(content).digest('hex')}`.trim()
}

/**
 * Returns the lead of the mail that the sender answers, which proves that the sender knows our mail; else the lead whose
 * code is in the subject, which anybody may have seen.
 */
export async function matchOf(tx: Tx, mail: Inbound): Promise<Match | null> {
  const sent = await sentMailNamed(tx, [...(mail.returned?.ids ?? []), ...mail.repliesTo], {
    isToCustomer: true,
  })
  if (sent?.lead) return { ...sent.lead, by: 'message' }
  const leads = await leadsWithCodes(tx, mail.subject.toUpperCase().match(/\b[2-9A-HJKMNP-Z]{6}\b/g) ?? [])
  const own = leads.find(({ email }) => isOfLead(mail.sender, email))
  const [coded] = own ? [own] : leads
  return coded ? { kind: coded.kind, id: coded.id, by: own ? 'code' : 'asked' } : null
}

/**
 * Returns whether the claimed sender is the lead's, and nothing says that it is forged. DMARC that passes for another domain
 * proves that domain alone: the mail may be an envelope of certified mail, which anybody can imitate.
 */
const isOfLead = ({ address, checks: { dmarc } }: SenderClaim, email: string | null) =>
  email !== null && isSameMailbox(address, email) && dmarc !== 'fail' && dmarc !== 'other'

/** The operator's mailbox may also get the product's own mails, which the worker does not store. */
export async function isOwnMail(tx: Tx, messageId: string): Promise<boolean> {
  if (!messageId) return false
  const [own] = await tx`
    select from email_messages where message_id = ${messageId} or provider_id = ${messageId} limit 1`
  return own !== undefined
}
