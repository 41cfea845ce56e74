import { apart, Unreadable } from '../../../platform/apart.ts'
import type htmlText from '../htmlText.ts'
import {
  attachmentsMax,
  fileNameOf,
  isAutomatic,
  lineOf,
  messageIdsOf,
  referencesMax,
  textOf,
} from './inboundText.contract.ts'

// Brevo's inbound JSON (developers.brevo.com/docs/inbound-parse-webhooks).

const mailsMax = 50
/** Number of unreadable mails after which no further HTML of a delivery is read, because Brevo waits. */
const unreadableMax = 3

type Said = Record<string, unknown>

interface Html {
  unreadable: number
}

const readHtml = apart<typeof htmlText>(new URL('../htmlText.ts', import.meta.url))

/** Returns the mails of a delivery. One whose HTML cannot be read has a sentence for staff as its text. */
export async function inboundMailsOf(body: unknown) {
  const { items } = objectOf(body)
  const html = { unreadable: 0 }
  const mails: Awaited<ReturnType<typeof mailOf>>[] = []
  for (const item of (Array.isArray(items) ? items : []).slice(0, mailsMax)) {
    const said = objectOf(item)
    if (isMail(said)) mails.push(await mailOf(said, html))
  }
  return mails
}

/** A mail without a Message-ID is a mail, too; a value with none of these fields is something else. */
const isMail = (said: Said) =>
  [said.MessageId, said.Subject, objectOf(said.From).Address].some((one) => lineOf(one, 300))

async function mailOf(said: Said, html: Html) {
  const from = objectOf(said.From)
  const { References: references, 'Auto-Submitted': automatic } = objectOf(said.Headers)
  return {
    messageId: lineOf(said.MessageId, 300),
    repliesTo: messageIdsOf(said.InReplyTo, ...[references].flat().slice(0, referencesMax)),
    sentAt: lineOf(said.SentAtDate, 60),
    fromName: lineOf(from.Name, 120),
    fromAddress: lineOf(from.Address, 254),
    subject: lineOf(said.Subject, 300),
    text: textOf(said.RawTextBody) || (await textInHtml(said, html)),
    isAutomatic: isAutomatic([automatic].flat()[0]),
    attachments: filesOf(said.Attachments),
  }
}

async function textInHtml(
  { RawHtmlBody: body, ExtractedMarkdownMessage }: Said,
  html: Html,
): Promise<string> {
  if (typeof body === 'string' && html.unreadable < unreadableMax)
    try {
      return textOf(await readHtml(body))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      html.unreadable += 1
    }
  // Brevo has made this markdown of the HTML.
  const markdown = textOf(ExtractedMarkdownMessage)
  return markdown || (body ? 'Questo messaggio non si legge: aprilo in Brevo.' : '')
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
