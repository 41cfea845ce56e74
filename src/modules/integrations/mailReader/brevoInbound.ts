import { apart, Unreadable } from '../../../platform/apart.ts'
import type htmlText from './htmlText.ts'
import { attachmentsMax, lineOf, referencesMax, textOf } from './inboundText.contract.ts'
import type { Inbound } from './mail.contract.ts'
import type { Header, MailFile, MailParts } from './parts.ts'
import { readingOf } from './reading.ts'

// Brevo's inbound JSON (developers.brevo.com/docs/inbound-parse-webhooks).

const mailsMax = 50
/** Number of unreadable mails after which no further HTML of a delivery is read, because Brevo waits. */
const unreadableMax = 3
const headersMax = 200
const headerMax = 10_000

type Said = Record<string, unknown>

interface Html {
  unreadable: number
}

const readHtml = apart<typeof htmlText>(new URL('./htmlText.ts', import.meta.url))

/** Returns the mails of a delivery. One whose HTML cannot be read has a sentence for staff as its text. */
export async function inboundMailsOf(body: unknown): Promise<Inbound[]> {
  const { items } = objectOf(body)
  const html = { unreadable: 0 }
  const mails: Inbound[] = []
  for (const item of (Array.isArray(items) ? items : []).slice(0, mailsMax)) {
    const said = objectOf(item)
    // Brevo does not document the order of headers, so no result about the sender can be trusted.
    if (isMail(said)) mails.push(readingOf(await partsOf(said, html), { place: 'in Brevo', ownServer: '' }))
  }
  return mails
}

/** A mail without a Message-ID is a mail, too; a value with none of these fields is something else. */
const isMail = (said: Said) =>
  [said.MessageId, said.Subject, objectOf(said.From).Address].some((one) => lineOf(one, 300))

async function partsOf(said: Said, html: Html): Promise<MailParts> {
  const from = objectOf(said.From)
  const headers = headersOf(said.Headers)
  const text = textOf(said.RawTextBody)
  const references = headers.filter(({ key }) => key === 'references').map(({ value }) => value)
  return {
    headers,
    trace: [],
    fromName: lineOf(from.Name, headerMax),
    fromAddress: lineOf(from.Address, headerMax),
    replyTo: lineOf(objectOf(said.ReplyTo).Address, headerMax),
    messageId: lineOf(said.MessageId, headerMax),
    inReplyTo: [lineOf(said.InReplyTo, headerMax)],
    references: references.slice(0, referencesMax),
    sentAt: lineOf(said.SentAtDate, headerMax),
    subject: lineOf(said.Subject, headerMax),
    ...(text ? { text, notes: [] } : await textInHtml(said, html)),
    files: filesOf(said.Attachments),
  }
}

function headersOf(value: unknown): Header[] {
  return Object.entries(objectOf(value))
    .slice(0, headersMax)
    .flatMap(([name, values]) =>
      [values]
        .flat()
        .slice(0, referencesMax)
        .map((one) => ({ key: name.toLowerCase(), value: lineOf(one, headerMax) })),
    )
}

async function textInHtml(
  { RawHtmlBody: body, ExtractedMarkdownMessage }: Said,
  html: Html,
): Promise<Pick<MailParts, 'text' | 'notes'>> {
  if (typeof body === 'string' && html.unreadable < unreadableMax)
    try {
      return { text: textOf(await readHtml(body)), notes: [] }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      html.unreadable += 1
    }
  // Brevo has made this markdown of the HTML.
  const text = textOf(ExtractedMarkdownMessage)
  return { text, notes: body && !text ? ['Questo messaggio non si legge: aprilo in Brevo.'] : [] }
}

function filesOf(value: unknown): MailFile[] {
  return (Array.isArray(value) ? value : []).slice(0, 10 * attachmentsMax).flatMap((one) => {
    const said = objectOf(one)
    const downloadToken = lineOf(said.DownloadToken, 2_000)
    const type = lineOf(said.ContentType, 200).toLowerCase()
    const mimeType = (type.split(';')[0] ?? '').trim()
    const method = /method="?([a-z]+)/.exec(type)?.[1]?.toUpperCase() ?? ''
    const size = Math.max(0, Math.floor(Number(said.ContentLength) || 0))
    const name = typeof said.Name === 'string' ? said.Name.slice(-headerMax) : ''
    return downloadToken
      ? [{ name, mimeType, method, isInline: Boolean(said.ContentID), size, downloadToken }]
      : []
  })
}

const objectOf = (value: unknown): Said => (typeof value === 'object' && value !== null ? { ...value } : {})
