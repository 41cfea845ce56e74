import { createHash } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { customerReplied } from '../../leads/answers/contract.ts'
import { leadsWithCodes } from '../../leads/answers/queries.ts'
import type { LeadKind } from '../../leads/inbox/contract.ts'
import { officePurposes } from './dailyLimit.queries.ts'
import { attachmentsAnnounced, type ReceiveMails } from './inbound.contract.ts'
import { fileProblem } from './inboundFiles.ts'
import { spellingsOf } from './messageId.ts'

type Delivered = Static<typeof ReceiveMails.input>['mails'][number]

export interface InboundFile {
  name: string
  size: number
  /** Token for downloading the file from the provider; absent if the mail contained the file. */
  downloadToken?: string
  /** Null if the mail was too large, because its files are then incomplete. */
  bytes?: Buffer | null
}

export interface Inbound extends Omit<Delivered, 'attachments'> {
  attachments: InboundFile[]
}

interface Match {
  kind: LeadKind
  id: number
  by: 'message' | 'code'
}

/** Stores a mail once. If it matches a lead and is not automatic, the lead then waits for an answer. */
export async function storeInboundMail(tx: Tx, mail: Inbound, match: Match | null): Promise<void> {
  const { messageId, fromName, fromAddress, subject, text } = mail
  // Version 1.0 stored the Message-ID alone.
  const [stored] = await tx<[{ id: number; createdAt: Date }?]>`
    insert into inbound_mails (message_id, lead_kind, lead_id, matched_by, from_name, from_address, subject, text)
    select ${identityOf(mail)}, ${match?.kind ?? null}, ${match?.id ?? null}::bigint, ${match?.by ?? null}, ${fromName},
      ${fromAddress}, ${subject}, ${text}
    where not exists (
      select from inbound_mails
      where message_id = ${messageId} and from_address = ${fromAddress} and subject = ${subject})
    on conflict (message_id) do nothing returning id, created_at`
  if (!stored) return
  const files = mail.attachments.map(({ name, size, downloadToken, bytes }) => {
    const problem = fileProblem(name, bytes === null ? Number.POSITIVE_INFINITY : size, bytes ?? null)
    const isKept = problem === null
    return {
      ...{ inbound_mail_id: stored.id, name, size, problem },
      download_token: (isKept && downloadToken) || null,
      bytes: (isKept && bytes) || null,
    }
  })
  if (files.length > 0) await tx`insert into inbound_attachments ${tx(files)}`
  if (files.some((file) => file.download_token)) await emit(tx, attachmentsAnnounced, { mailId: stored.id })
  // An out-of-office reply does not ask for an answer.
  if (match && !mail.isAutomatic)
    await emit(tx, customerReplied, {
      kind: match.kind,
      leadId: match.id,
      at: stored.createdAt.toISOString(),
    })
}

/**
 * Returns the same text for a mail that arrives again or on another way, where its header lines differ. The Message-ID
 * is not enough: mail programs leave it out or use it again.
 */
function identityOf({ messageId, sentAt, fromAddress, subject, text, attachments }: Inbound): string {
  const sent = Date.parse(sentAt) || sentAt
  const files = attachments.map(({ name }) => name)
  const words = text.replace(/\s+/g, ' ')
  const content = JSON.stringify([messageId, sent, fromAddress.toLowerCase(), subject, words, files])
  return `${messageId.slice(0, 200)} ${createHash('sha256').update(content).digest('hex')}`.trim()
}

/** Returns the lead of the mail that the customer answers, else the lead whose code is in the subject, else null. */
export async function matchOf(
  tx: Tx,
  { repliesTo, subject }: Pick<Inbound, 'repliesTo' | 'subject'>,
): Promise<Match | null> {
  const ids = repliesTo.flatMap(spellingsOf)
  const [known] = await tx<[{ kind: LeadKind; id: number }?]>`
    select lead_kind as kind, lead_id as id from email_messages
    where (message_id = any(${ids}) or provider_id = any(${ids})) and lead_kind is not null
      and not purpose = any(${officePurposes})
    order by email_messages.id desc limit 1`
  if (known) return { ...known, by: 'message' }
  const [coded] = await leadsWithCodes(tx, subject.toUpperCase().match(/\b[2-9A-HJKMNP-Z]{6}\b/g) ?? [])
  return coded ? { ...coded, by: 'code' } : null
}

/** The operator's mailbox may also get the product's own mails, which the worker does not store. */
export async function isOwnMail(tx: Tx, messageId: string): Promise<boolean> {
  if (!messageId) return false
  const [own] = await tx`
    select from email_messages where message_id = ${messageId} or provider_id = ${messageId} limit 1`
  return own !== undefined
}
