import PostalMime from 'postal-mime'
import sanitizeHtml from 'sanitize-html'
import { attachmentsMax } from '../mail/inbound.contract.ts'
import type { Inbound, InboundFile } from '../mail/inbound.writes.ts'
import { fileNameOf, isAutomatic, lineOf, messageIdsOf, textOf } from '../mail/inboundText.contract.ts'

/** Maximum bytes that the worker reads of a mail. The worker stores a larger mail without the files. */
export const sourceMax = 20 * 1024 * 1024

/** Returns a mail as the product stores it; null without a Message-ID, or if the parser refuses the mail. */
export async function inboundOf(source: Uint8Array, isCut: boolean): Promise<Inbound | null> {
  // The parser refuses for example too many nested parts. Anybody can send such a mail, and the next mails must arrive.
  const parsed = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' }).catch(() => null)
  const messageId = lineOf(parsed?.messageId, 300)
  if (!parsed || !messageId) return null
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  return {
    messageId,
    repliesTo: messageIdsOf(parsed.inReplyTo, parsed.references),
    fromName: lineOf(parsed.from?.name, 120),
    fromAddress: lineOf(parsed.from?.address, 254),
    subject: lineOf(parsed.subject, 300),
    text: textOf(parsed.text) || textOf(plainTextOf(parsed.html ?? '')),
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

/** Returns the text in a mail's HTML. The product never shows HTML of mails. */
function plainTextOf(html: string): string {
  const spaced = html.replace(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi, '$&\n')
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
  return text.replace(/&(?:amp|lt|gt|quot);/g, (one) => entities[one] ?? one).replace(/\n{3,}/g, '\n\n')
}
