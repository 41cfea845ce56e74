import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { charsetOf, withReadableHeaders } from './charset.ts'
import htmlText from './htmlText.ts'
import type { MailFile, MailParts } from './parts.ts'

/** A part in postal-mime's tree, which its declarations leave out. */
interface Part {
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
}

/**
 * Returns the parts of a mail. Throws if the parser refuses the mail, for example because of too many nested parts. Runs
 * in a child process only (`apart`).
 */
export async function partsOf(source: Uint8Array): Promise<MailParts> {
  const parsed = await parser().parse(withReadableHeaders(source))
  const headers = parsed.headers.map(({ key, value }) => ({ key, value }))
  const from = mailboxIn(parsed.from)
  return {
    headers,
    trace: headers,
    fromName: from?.name ?? '',
    fromAddress: from?.address ?? '',
    replyTo: mailboxIn(...(parsed.replyTo ?? []))?.address ?? '',
    messageId: parsed.messageId ?? '',
    inReplyTo: [parsed.inReplyTo ?? ''],
    references: [parsed.references ?? ''],
    sentAt: parsed.date ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text?.trim() ? parsed.text : htmlText(parsed.html ?? ''),
    files: parsed.attachments.map(fileOf),
    notes: [],
  }
}

/** Nested mails become files, which `opened` reads. Corrects the character set of each text before it is decoded. */
function parser(): PostalMime {
  const parser = new PostalMime({ attachmentEncoding: 'arraybuffer', maxRfc822NestingDepth: 0 })
  const inner = parser as unknown as { collectNode(part: Part, ...rest: unknown[]): Promise<void> }
  const collect = inner.collectNode.bind(parser)
  inner.collectNode = (part, ...rest) => {
    const { value, params } = part.contentType.parsed
    if (part.content && value.startsWith('text/'))
      params.charset = charsetOf(new Uint8Array(part.content), params.charset ?? '')
    return collect(part, ...rest)
  }
  return parser
}

/** Returns the first mailbox, also of a group. */
function mailboxIn(...addresses: (Address | undefined)[]) {
  return addresses.flatMap((one) => one?.group ?? one ?? []).find(({ address }) => address)
}

function fileOf({ filename, mimeType, method, disposition, related, content }: Attachment): MailFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
  return {
    name: filename ?? '',
    mimeType: mimeType.toLowerCase(),
    method: method ?? '',
    isInline: disposition !== 'attachment' && related === true,
    size: bytes.length,
    bytes,
  }
}
