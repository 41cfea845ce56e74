import { phoneLinks } from '../../../kernel/phone.ts'
import { italian } from '../../../languages/catalogs.ts'
import { languageName } from '../../../languages/languageName.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { AnswerLinks } from '../../leads/inbox/contract.ts'
import { formName } from '../../leads/inbox/contract.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { isSoon, routeOf } from '../../leads/lead/leg.contract.ts'
import { mapLinkOf } from '../../leads/requests/position.contract.ts'
import { summaryRows } from '../../leads/requests/summary.queries.ts'

export interface Mail {
  subject: string
  text: string
  html: string
  attachments?: {
    filename: string
    content: string
    contentType: string
    /** Base64 preserves line endings. */
    contentTransferEncoding: 'base64'
  }[]
}

export function officeSubject(lead: Lead, isReminder = false): string {
  const title = isReminder ? 'Ancora senza risposta' : titles[lead.kind]
  const what = isSoon(lead, lead.createdAt) ? `URGENTE, parte alle ${lead.time}. ${title}` : title
  return headerText(`${what}: ${[routeOf(lead), lead.name ?? lead.phone].filter(Boolean).join(', ')}`)
}

/** Returns the office's mail: all that the customer wrote, and links to reply. */
export function officeMail(lead: Lead, ways: AnswerLinks, isReminder = false): Mail {
  const subject = officeSubject(lead, isReminder)
  const heading = isReminder ? 'Nessuno ha ancora risposto' : titles[lead.kind]
  const rows = detailsOf(lead)
  const links = [...answerLinks(ways), ...mapLinks(lead)]
  const intro = `${lead.kind === 'contact' ? 'Arrivato' : 'Arrivata'} ${moment.format(lead.createdAt)}.`
  return {
    subject,
    text: paragraphs(
      intro,
      rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
      linkLines(links),
      lead.email ? replyHint : '',
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(heading)}</h1>
${routeOf(lead) ? `<p style="${style.route}">${html(routeOf(lead))}</p>` : ''}
<p style="${style.text}">${html(intro)}</p>
${table(rows)}
<p style="margin:24px 0 0">${buttons(links)}</p>
${lead.email ? `<p style="${style.small}">${replyHint}</p>` : ''}`,
    ),
  }
}

const titles = {
  availability_request: 'Nuova richiesta di disponibilità',
  contact: 'Nuovo messaggio dal sito',
  booking: 'Nuova richiesta di prenotazione',
}

const suspectedHint = 'forse un robot: il cliente non ha ricevuto la conferma automatica'

const soonHint = 'il viaggio comincia entro due ore: la pagina ha chiesto al cliente di chiamare'

const replyHint = 'Rispondendo a questa email scrivi direttamente al cliente.'

/** Format of moments in mails to the office. */
export const moment = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
})
export type Row = [label: string, value: string]

function detailsOf(lead: Lead): Row[] {
  const rows: [string, string | null][] = [
    ['Nome', lead.name],
    ['Telefono', lead.phone],
    ['Email', lead.email],
    ...summaryRows(italian, lead),
    ['Messaggio', lead.message],
    ['Lingua', lead.language === officeLanguage ? null : languageName(lead.language)],
    ['Modulo', lead.formSource && formName(lead.formSource)],
    ['Numero', String(lead.id)],
    ['Urgente', isSoon(lead, lead.createdAt) ? soonHint : null],
    ['Attenzione', lead.isSuspected ? suspectedHint : null],
  ]
  return rows.filter((row): row is Row => row[1] !== null && row[1] !== '')
}

interface Link {
  label: string
  href: string
}

function answerLinks({ call, whatsapp, email }: AnswerLinks): Link[] {
  const links = [
    { label: 'Chiama', href: call },
    { label: 'WhatsApp', href: whatsapp },
    { label: 'Scrivi una email', href: email },
  ]
  return links.filter((link): link is Link => link.href !== null)
}

function mapLinks({ position }: Lead): Link[] {
  return position ? [{ label: 'Apri la posizione', href: mapLinkOf(position) }] : []
}

function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ').trim()
}

/** Joins lines, so that no line can become a header. Mail programs cut subjects of more than 150 characters. */
export function headerText(text: string): string {
  const line = oneLine(text)
  return line.length > 150 ? `${line.slice(0, 149)}…` : line
}

export function paragraphs(...texts: string[]): string {
  return `${texts.filter(Boolean).join('\n\n')}\n`
}

/** Styles are inline, because mail programs ignore style sheets. */
export const style = {
  heading: 'margin:0 0 8px;font-size:24px;line-height:1.25;font-weight:700;color:#11243d',
  subheading: 'margin:28px 0 8px;font-size:17px;line-height:1.3;font-weight:700;color:#11243d',
  route: 'margin:0 0 16px;font-size:19px;line-height:1.35;font-weight:600;color:#11243d',
  text: 'margin:0 0 10px;font-size:16px;line-height:1.55;color:#11243d',
  small: 'margin:18px 0 0;font-size:14px;line-height:1.5;color:#46566b',
}

/** Returns a table with header cells, so that screen readers announce the label of each value. */
export function table(rows: Row[]): string {
  const cell = 'padding:9px 0;border-bottom:1px solid #dccfb8;font-size:16px;line-height:1.45;text-align:left'
  return `<table style="width:100%;border-collapse:collapse;margin:16px 0 0">
${rows
  .map(
    ([label, value]) =>
      `<tr><th scope="row" style="${cell};width:34%;padding-right:12px;vertical-align:top;font-weight:400;color:#46566b">${html(label)}</th><td style="${cell};vertical-align:top;font-weight:600;color:#11243d;word-break:break-word">${html(value).replace(/\r?\n/g, '<br>')}</td></tr>`,
  )
  .join('\n')}
</table>`
}

/** Returns a link that calls a number; no link if it cannot be read. `language` is that of the page where it was typed. */
export function callLink(label: string, phone: string, language?: LanguageCode): Link[] {
  const { call } = phoneLinks(phone, undefined, language)
  return call ? [{ label, href: call }] : []
}

export const linkLines = (links: Link[]) => links.map(({ label, href }) => `${label}: ${href}`).join('\n')

/** Returns links as buttons, of which the first stands out. */
export const buttons = (links: Link[]) => links.map((link, index) => button(link, index === 0)).join('\n')

function button({ label, href }: Link, isFirst: boolean): string {
  const look = isFirst ? 'background:#11243d;color:#ffffff' : 'background:#ffffff;color:#11243d'
  return `<a href="${html(href)}" style="display:inline-block;margin:0 8px 8px 0;padding:13px 20px;border:2px solid #11243d;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none;${look}">${html(label)}</a>`
}

export function page(
  title: string,
  body: string,
  { footer = '', language = officeLanguage }: { footer?: string; language?: LanguageCode } = {},
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${html(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f1e9da;font-family:Figtree,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px 12px">
<main style="display:block;background:#ffffff;border:1px solid #dccfb8;border-radius:12px;padding:28px 24px">
${body}
</main>
${footer ? `<footer style="padding:18px 24px 0;font-size:13px;line-height:1.5;color:#46566b">${footer}</footer>` : ''}
</div>
</body>
</html>
`
}

export function html(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
