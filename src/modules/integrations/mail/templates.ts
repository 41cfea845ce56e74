import type { Context } from '../../../kernel/context.ts'
import { italian } from '../../../languages/catalogs.ts'
import { formName } from '../../leads/inbox/contract.ts'
import { mapLinkOf } from '../../leads/requests/position.contract.ts'
import {
  type AnswerLinks,
  calendarOf,
  isOpen,
  type Lead,
  type OpeningHours,
  promisedMinutes,
  routeOf,
  statusLink,
  telLink,
  terminalOf,
  tripRows,
} from '../../leads/status/queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { waitingAt } from '../../settings/company/sentences.contract.ts'

export interface Mail {
  subject: string
  text: string
  html: string
  attachments?: {
    filename: string
    content: string
    contentType: string
    /** Encoding base64, because it preserves line endings. */
    contentTransferEncoding: 'base64'
  }[]
}

export function officeSubject(lead: Lead, isReminder = false): string {
  const what = isReminder ? 'Ancora senza risposta' : titles[lead.kind]
  return headerText(`${what}: ${[routeOf(lead), lead.name ?? lead.phone].filter(Boolean).join(', ')}`)
}

/** Returns the office's mail with all that the customer wrote and with links to reply. */
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
      links.map(({ label, href }) => `${label}: ${href}`).join('\n'),
      lead.email ? replyHint : '',
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(heading)}</h1>
${routeOf(lead) ? `<p style="${style.route}">${html(routeOf(lead))}</p>` : ''}
<p style="${style.text}">${html(intro)}</p>
${table(rows)}
<p style="margin:24px 0 0">${links.map((link, index) => button(link, index === 0)).join('\n')}</p>
${lead.email ? `<p style="${style.small}">${replyHint}</p>` : ''}`,
    ),
  }
}

/**
 * Returns the customer's receipt without the free text, so that nobody can use the form to send a message to a third
 * person.
 */
export function receiptMail(lead: Lead, company: Operator, hours: OpeningHours, context: Context): Mail {
  const { origin } = context.site
  const now = context.clock.now()
  const route = routeOf(lead)
  const subject = headerText(`Abbiamo ricevuto la tua richiesta${route ? `: ${route}` : ''}`)
  const greeting = lead.name && isPlainName.test(lead.name) ? `Ciao ${lead.name},` : 'Ciao,'
  const intro =
    lead.kind === 'contact'
      ? `grazie per averci scritto. ${company.companyName} ha ricevuto il tuo messaggio.`
      : `grazie per la tua richiesta. ${company.companyName} l’ha ricevuta e la sta verificando.`
  const rows = tripRows(lead)
  const link = statusLink(lead, context)
  const calendar = calendarOf(lead, { phone: company.phone, siteOrigin: origin, link })
  const steps =
    lead.kind === 'contact'
      ? [`Ti rispondiamo ${promise(lead, now, hours)}, per telefono o via email.`]
      : [
          `Ti ricontattiamo ${promise(lead, now, hours)} con la disponibilità e il prezzo fisso.`,
          'Se sei d’accordo, confermi: non paghi nulla adesso.',
          `L’autista ti aspetta: ${waitingAt(italian, company, terminalOf(lead.departure ?? '')).toLowerCase()}.`,
        ]
  const status = { label: 'Segui la richiesta', href: link }
  const call = { label: `Chiama ${company.phone}`, href: telLink(company.phone) }
  const why = `Ricevi questa email perché il tuo indirizzo è stato indicato in una richiesta su ${origin}. Se non sei stato tu, ignorala.`
  const seat = [company.companyName, company.fullAddress, `P. IVA ${company.vatNumber}`]
    .filter(Boolean)
    .join(' · ')
  return {
    subject,
    text: paragraphs(
      greeting,
      intro,
      rows.length > 0
        ? `La tua richiesta\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}`
        : '',
      `Cosa succede adesso\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
      `Segui la richiesta: ${link}`,
      `Hai fretta o vuoi cambiare qualcosa? Chiamaci e di’ il codice ${lead.code}: ${company.phone}`,
      `${seat}\n${why}`,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${lead.kind === 'contact' ? 'Messaggio ricevuto' : 'Richiesta ricevuta'}</h1>
${route ? `<p style="${style.route}">${html(route)}</p>` : ''}
<p style="${style.text}">${html(greeting)}</p>
<p style="${style.text}">${html(intro)}</p>
${rows.length > 0 ? `<h2 style="${style.subheading}">La tua richiesta</h2>\n${table(rows)}` : ''}
<h2 style="${style.subheading}">Cosa succede adesso</h2>
<ol style="margin:0;padding-left:22px">${steps.map((step) => `<li style="${style.text}">${html(step)}</li>`).join('')}</ol>
<p style="${style.text};margin-top:20px">Hai fretta o vuoi cambiare qualcosa? Chiamaci e di’ il codice <strong>${html(lead.code)}</strong>.</p>
<p style="margin:8px 0 0">${button(call, true)}
${button(status, false)}</p>`,
      `<p style="margin:0">${html(seat)}</p><p style="margin:8px 0 0">${html(why)}</p>`,
    ),
    ...(calendar && {
      attachments: [
        {
          filename: 'transfer.ics',
          content: calendar,
          contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
          contentTransferEncoding: 'base64',
        },
      ],
    }),
  }
}

const titles = {
  availability_request: 'Nuova richiesta di disponibilità',
  contact: 'Nuovo messaggio dal sito',
  booking: 'Nuova richiesta di prenotazione',
}

const replyHint = 'Rispondendo a questa email scrivi direttamente al cliente.'

const moment = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
})
const lateMs = 3_600_000

/** Returns when the customer gets an answer. Outside opening hours, 15 minutes cannot be promised. */
function promise({ createdAt }: Lead, now: Date, hours: OpeningHours): string {
  if (now.getTime() - createdAt.getTime() > lateMs) return 'al più presto'
  return isOpen(now, hours)
    ? `entro ${promisedMinutes} minuti`
    : `entro le ${clock(hours.from + promisedMinutes)}`
}

// A link as name would turn the receipt into advertising.
const isPlainName = /^[\p{L}\p{M}][\p{L}\p{M} '’-]{0,59}$/u

type Row = [label: string, value: string]

/** Formats `375` as `06:15`. */
function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function detailsOf(lead: Lead): Row[] {
  const rows: [string, string | null][] = [
    ['Nome', lead.name],
    ['Telefono', lead.phone],
    ['Email', lead.email],
    ...tripRows(lead),
    ['Messaggio', lead.message],
    ['Modulo', lead.formSource && formName(lead.formSource)],
    ['Numero', String(lead.id)],
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
  return text.replace(/\s+/g, ' ').trim()
}

/** Joins lines to prevent header injection. Mail programs cut subjects of more than 150 characters anyway. */
function headerText(text: string): string {
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
function table(rows: Row[]): string {
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

export function button({ label, href }: Link, isFirst: boolean): string {
  const look = isFirst ? 'background:#11243d;color:#ffffff' : 'background:#ffffff;color:#11243d'
  return `<a href="${html(href)}" style="display:inline-block;margin:0 8px 8px 0;padding:13px 20px;border:2px solid #11243d;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none;${look}">${html(label)}</a>`
}

export function page(title: string, body: string, footer = ''): string {
  return `<!doctype html>
<html lang="it">
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
