import { replyPrefixes } from './machineWords.ts'

export interface Header {
  /** In lower case. */
  key: string
  value: string
}

export interface MailFile {
  /** Empty if the part has no name. */
  name: string
  /** In lower case. */
  mimeType: string
  /** Method of a calendar, in upper case; empty for other files. */
  method: string
  /** True for a picture that the mail's HTML shows. */
  isInline: boolean
  size: number
  downloadToken?: string
  /** Undefined while the provider still has the file. */
  bytes?: Buffer
}

/** A mail in its parts, whichever way it came. The texts are the sender's, of any length and content. */
export interface MailParts {
  /** From the top of the mail. */
  headers: Header[]
  /** Headers of the mail that the operator's server received, which may be the envelope of this one. */
  trace: Header[]
  fromName: string
  fromAddress: string
  replyTo: string
  messageId: string
  inReplyTo: string[]
  references: string[]
  sentAt: string
  subject: string
  /** Plain text, or the text of the HTML. */
  text: string
  files: MailFile[]
  /** Sentences for staff about content that is not shown. */
  notes: string[]
}

/** Parts that say how a mail travelled or was signed, not what it says. */
const technicalTypes = new Set([
  ...['message/delivery-status', 'message/global-delivery-status', 'message/disposition-notification'],
  ...['message/feedback-report', 'text/rfc822-headers', 'message/rfc822-headers'],
  ...['application/pkcs7-signature', 'application/x-pkcs7-signature', 'application/pgp-signature'],
])
export const isTechnical = ({ mimeType }: MailFile) => technicalTypes.has(mimeType)

/** Maximum characters of a header that are compared with words. */
const headerMax = 1_000

/** Returns the topmost header with this name in lower case, cut to `headerMax`; undefined if there is none. */
export const headerOf = ({ headers }: Pick<MailParts, 'headers'>, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value.slice(0, headerMax)

/** Returns the word that a header begins with, in lower case, without its parameters and comments. */
export function keywordOf(mail: Pick<MailParts, 'headers'>, name: string): string {
  const value = headerOf(mail, name) ?? ''
  return (value.split(/[;(\s]/).find(Boolean) ?? '').toLowerCase()
}

/** Folds a text for comparison with words: one line, lower case, no accents, straight quotes. */
export const folded = (text: string) =>
  text
    .slice(0, headerMax)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[’‘`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A mail without a return path asks for no reply (RFC 5321, 4.5.5). */
export const hasNullPath = (mail: Pick<MailParts, 'headers'>) =>
  (headerOf(mail, 'return-path') ?? '').replace(/\s/g, '') === '<>'

/**
 * Returns whether the subject begins as those of replies and forwarded mails, which people write: `Re:`, `RE :` as in French,
 * or `Re[2]:`.
 */
export function hasReplySubject({ subject }: Pick<MailParts, 'subject'>): boolean {
  const [start = '', ...rest] = folded(subject).split(':', 2)
  const [, prefix = ''] = /^(\p{L}+)\P{L}*$/u.exec(start) ?? []
  return rest.length > 0 && replyPrefixes.has(prefix)
}

export const fileOfType = ({ files }: Pick<MailParts, 'files'>, ...types: string[]): MailFile | undefined =>
  files.find(({ mimeType }) => types.includes(mimeType))

/** Returns texts with the Message-IDs of the thread, the latest first. */
export const threadIdsOf = ({ inReplyTo, references }: Pick<MailParts, 'inReplyTo' | 'references'>) => [
  ...inReplyTo,
  ...references.map((ids) => ids.split(/\s+/).toReversed().join(' ')).toReversed(),
]
