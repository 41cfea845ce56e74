import { attachmentsMax } from '../modules/integrations/module.ts'

// Brevo's inbound JSON (developers.brevo.com/docs/inbound-parse-webhooks). Control characters and texts that are too long
// are cut here, because a refused mail would be lost.

const mailsMax = 50
const textMax = 20_000
const referencesMax = 50

type Said = Record<string, unknown>

export function inboundMailsOf(body: unknown) {
  const { items } = objectOf(body)
  return (Array.isArray(items) ? items : []).slice(0, mailsMax).flatMap(mailOf)
}

/** Returns an empty list if the value is no mail with a Message-ID. */
function mailOf(item: unknown) {
  const said = objectOf(item)
  const messageId = line(said.MessageId, 300)
  if (!messageId) return []
  const from = objectOf(said.From)
  const { References: references = '' } = objectOf(said.Headers)
  const repliesTo = [said.InReplyTo, ...[references].flat()]
    .flatMap((one) => line(one, 10_000).match(/<[^<>\s]+>|[^<>\s]+@[^<>\s]+/g) ?? [])
    .filter((id) => id.length <= 300)
  return [
    {
      messageId,
      repliesTo: [...new Set(repliesTo)].slice(0, referencesMax),
      fromName: line(from.Name, 120),
      fromAddress: line(from.Address, 254),
      subject: line(said.Subject, 300),
      // The markdown is Brevo's reading of a mail that has only HTML.
      text: lines(said.RawTextBody) || lines(said.ExtractedMarkdownMessage),
      attachments: filesOf(said.Attachments),
    },
  ]
}

function filesOf(value: unknown) {
  return (Array.isArray(value) ? value : []).slice(0, attachmentsMax).flatMap((one) => {
    const said = objectOf(one)
    const downloadToken = line(said.DownloadToken, 2_000)
    const size = Math.max(0, Math.floor(Number(said.ContentLength) || 0))
    const name = line(said.Name, 10_000)
      .replace(/[\\/:*?"<>|]/g, '_')
      .slice(-120)
    return downloadToken
      ? [{ name: name || 'allegato', size: Math.min(size, 2_147_483_647), downloadToken }]
      : []
  })
}

const objectOf = (value: unknown): Said => (typeof value === 'object' && value !== null ? { ...value } : {})

const line = (value: unknown, max: number) =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
        .trim()
    : ''

const lines = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
        .trim()
        .slice(0, textMax)
        .trim()
    : ''
