import PostalMime from 'postal-mime'
import htmlText from '../htmlText.ts'
import type { Inbound, InboundFile } from '../mail/inbound.writes.ts'
import {
  attachmentsMax,
  fileNameOf,
  isAutomatic,
  lineOf,
  messageIdsOf,
  textOf,
} from '../mail/inboundText.contract.ts'

interface Source {
  source: Uint8Array
  /** True if the source is too large, so that its files are incomplete. */
  isCut: boolean
}

/**
 * Returns a mail as the product stores it. Throws if the parser refuses the mail, for example because of too many nested
 * parts. Runs in a child process only (`apart`), because anybody can send a mail that takes minutes or all memory.
 */
export default async function readMail({ source, isCut }: Source): Promise<Inbound> {
  const parsed = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' })
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  return {
    messageId: lineOf(parsed.messageId, 300),
    repliesTo: messageIdsOf(parsed.inReplyTo, parsed.references),
    sentAt: lineOf(parsed.date, 60),
    fromName: lineOf(parsed.from?.name, 120),
    fromAddress: lineOf(parsed.from?.address, 254),
    subject: lineOf(parsed.subject, 300),
    text: textOf(parsed.text) || textOf(htmlText(parsed.html ?? '')),
    isAutomatic: isAutomatic(header('auto-submitted')),
    attachments: parsed.attachments
      .filter(({ disposition, related }) => disposition === 'attachment' || !related)
      .slice(0, attachmentsMax)
      .map(({ filename, content }): InboundFile => {
        const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
        return { name: fileNameOf(filename), size: bytes.length, bytes: isCut ? null : bytes }
      }),
  }
}
