import { isEmail } from '../../../kernel/email.ts'
import { lineOf, messageIdsOf } from './inboundText.contract.ts'
import { bounceSubjects, bounceTexts, daemonNames, delayWords } from './machineWords.ts'
import type { MailKind, Returned } from './mail.contract.ts'
import {
  fileOfType,
  folded,
  hasNullPath,
  hasReplySubject,
  headerOf,
  type MailParts,
  threadIdsOf,
} from './parts.ts'

/** Maximum characters of a report, or of the headers of a returned mail, that are read. */
const reportMax = 50_000

type Fields = Map<string, string>

interface DeliveryReport {
  kind: MailKind
  recipient: string
  /** Answer of the recipient's server; empty if the report does not repeat it. */
  diagnostic: string
  status: string
}

/** Reads a delivery status notification (RFC 3464). Returns null if the mail contains none. */
export function deliveryReportOf(mail: MailParts): DeliveryReport | null {
  const bytes = fileOfType(mail, 'message/delivery-status', 'message/global-delivery-status')?.bytes
  if (!bytes) return null
  const blocks = bytes
    .toString('utf8', 0, reportMax)
    .split(/\r?\n\r?\n/)
    .map(fieldsIn)
  const kinds = blocks.map(kindOfBlock)
  const place = (['bounce', 'delay', 'receipt'] as const)
    .map((kind) => kinds.indexOf(kind))
    .find((found) => found >= 0)
  if (place === undefined) return null
  const block = blocks[place] ?? new Map()
  const value = (name: string) => (block.get(name) ?? '').replace(/^[\w-]{1,20}; ?/, '')
  return {
    kind: kinds[place] ?? 'bounce',
    recipient: value('original-recipient') || value('final-recipient'),
    diagnostic: value('diagnostic-code'),
    status: value('status'),
  }
}

/** `Action` decides. A status of the class 4 with the action `failed` is final: the server has given up. */
function kindOfBlock(block: Fields): MailKind | null {
  const action = folded(block.get('action') ?? '')
  if (action.startsWith('failed')) return 'bounce'
  if (action.startsWith('delayed')) return 'delay'
  if (['delivered', 'relayed', 'expanded'].some((one) => action.startsWith(one))) return 'receipt'
  const status = block.get('status') ?? ''
  return status.startsWith('5') ? 'bounce' : status.startsWith('4') ? 'delay' : null
}

/** Returns the first value of each header in a text, names in lower case. */
function fieldsIn(text: string): Fields {
  const fields: Fields = new Map()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (name && !fields.has(name)) fields.set(name, line.slice(at + 1).trim())
  }
  return fields
}

/** Returns whether a mail server says in words that a mail was not delivered. */
export function isWordBounce(mail: MailParts): boolean {
  if (headerOf(mail, 'x-failed-recipients')) return true
  const [name = ''] = mail.fromAddress.toLowerCase().split('@')
  const isDaemon = daemonNames.includes(name) || name.startsWith('microsoftexchange')
  if (folded(headerOf(mail, 'content-type') ?? '').includes('delivery-status')) return true
  if (hasReplySubject(mail) || !(isDaemon || hasNullPath(mail))) return false
  const [subject, text] = [folded(mail.subject), folded(mail.text)]
  if (bounceSubjects.some((words) => subject.includes(words))) return true
  return isDaemon && (bounceTexts.some((words) => text.includes(words)) || saysDelay(mail))
}

/** Returns whether the subject says that the server still tries to deliver the mail. */
export function saysDelay(mail: MailParts): boolean {
  const subject = folded(mail.subject)
  return delayWords.some((word) => subject.includes(word))
}

/** Returns what a bounce or a delay tells about the mail that was sent. */
export function returnedOf(mail: MailParts): Returned {
  const report = deliveryReportOf(mail)
  const failed = headerOf(mail, 'x-failed-recipients') ?? ''
  return {
    ids: idsOf(mail),
    recipient: lineOf(addressIn(report?.recipient || failed || mail.text.slice(0, reportMax)), 254),
    reason: lineOf(report?.diagnostic || reasonIn(mail.text) || report?.status, 300),
  }
}

/**
 * Returns the Message-IDs that name the returned mail; if the report does not contain it, the one that the report answers.
 * The others of the thread are those of earlier mails: the office may have answered with its own program.
 */
function idsOf(mail: MailParts): string[] {
  const original = fileOfType(
    mail,
    'message/rfc822',
    'message/global',
    'text/rfc822-headers',
    'message/rfc822-headers',
  )
  const inFile = fieldsIn(original?.bytes?.toString('utf8', 0, reportMax) ?? '')
  const inText = fieldsIn(mail.text.slice(0, reportMax).replace(/^> ?/gm, ''))
  const named = ['message-id', 'x-mailin-custom']
  const ownIds = (fields: Fields) => named.map((name) => angled(fields.get(name) ?? ''))
  const found = messageIdsOf(
    ...ownIds(inFile),
    ...['x-riferimento-message-id', 'x-original-message-id'].map((name) => headerOf(mail, name)),
    ...ownIds(inText),
  )
  return found.length > 0 ? found : messageIdsOf(...threadIdsOf(mail)).slice(0, 1)
}

/** The header that repeats our Message-ID for Brevo has no angle brackets. */
const angled = (id: string) => (id && !id.includes('<') ? `<${id}>` : id)

const addressIn = (text: string) => text.split(/[\s<>"'():;,]+/).find(isEmail) ?? ''

/** Returns the first line with a code of RFC 5321 or RFC 3463. */
function reasonIn(text: string): string {
  const lines = text.slice(0, reportMax).split('\n')
  return lines.find((line) => /(?<![\d.])[45](?:\d\d[ -]|\.\d{1,3}\.\d{1,3})/.test(line)) ?? ''
}
