import { attachmentsMax } from './inbound.contract.ts'
import { fileNameOf, isAutomatic, lineOf, messageIdsOf, textOf } from './inboundText.contract.ts'

// Brevo's inbound JSON (developers.brevo.com/docs/inbound-parse-webhooks).

const mailsMax = 50

type Said = Record<string, unknown>

export function inboundMailsOf(body: unknown) {
  const { items } = objectOf(body)
  return (Array.isArray(items) ? items : []).slice(0, mailsMax).flatMap(mailOf)
}

/** Returns a list with the mail; an empty list if `item` is not a mail or has no Message-ID. */
function mailOf(item: unknown) {
  const said = objectOf(item)
  const messageId = lineOf(said.MessageId, 300)
  if (!messageId) return []
  const from = objectOf(said.From)
  const { References: references, 'Auto-Submitted': automatic } = objectOf(said.Headers)
  return [
    {
      messageId,
      repliesTo: messageIdsOf(said.InReplyTo, ...[references].flat()),
      fromName: lineOf(from.Name, 120),
      fromAddress: lineOf(from.Address, 254),
      subject: lineOf(said.Subject, 300),
      // For a mail that has only HTML, Brevo sends this markdown.
      text: textOf(said.RawTextBody) || textOf(said.ExtractedMarkdownMessage),
      isAutomatic: isAutomatic([automatic].flat()[0]),
      attachments: filesOf(said.Attachments),
    },
  ]
}

function filesOf(value: unknown) {
  return (Array.isArray(value) ? value : []).slice(0, attachmentsMax).flatMap((one) => {
    const said = objectOf(one)
    const downloadToken = lineOf(said.DownloadToken, 2_000)
    const size = Math.max(0, Math.floor(Number(said.ContentLength) || 0))
    return downloadToken
      ? [{ name: fileNameOf(said.Name), size: Math.min(size, 2_147_483_647), downloadToken }]
      : []
  })
}

const objectOf = (value: unknown): Said => (typeof value === 'object' && value !== null ? { ...value } : {})
