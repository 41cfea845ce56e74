import type { Context } from '../../../kernel/context.ts'
import { italian, languageWith } from '../../../languages/catalogs.ts'
import { type Lead, routeOf, statusLink, telLink } from '../../leads/status/queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { agreedRows, type Offer, offerRows } from '../../trips/offers/queries.ts'
import { greetingOf, seatOf } from './receiptMail.ts'
import { button, headerText, html, type Mail, page, paragraphs, type Row, style, table } from './templates.ts'

/** Returns the customer's mail about an offer, in the language of the lead. The link leads to the button to accept. */
export function offerMail(lead: Lead, offer: Offer, company: Operator, context: Context): Mail {
  const { t } = languageWith(lead.language)
  const route = routeOf(lead)
  const { code } = lead
  const subject = headerText(t('proposal.subject', { route }))
  const greeting = greetingOf(t, lead)
  const intro = t('proposal.intro', { company: company.companyName })
  const rows = rowsOf(offerRows(t, offer))
  const open = { label: t('proposal.open'), href: statusLink(lead, context) }
  const call = { label: t('mail.call', { phone: company.phone }), href: telLink(company.phone) }
  const romeTime = t('mail.romeTime')
  const why = `${seatOf(t, company)}\n${t('mail.why', { site: context.site.origin })}`
  const message = offer.message ?? ''
  return {
    subject,
    text: paragraphs(
      greeting,
      intro,
      message,
      rows.map(([label, value]) => t('lead.row', { label, value })).join('\n'),
      romeTime,
      t('lead.row', { label: open.label, value: open.href }),
      t('mail.hurry', { code, phone: company.phone }),
      why,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(t('proposal.title'))}</h1>
<p style="${style.route}">${html(route)}</p>
<p style="${style.text}">${html(greeting)}</p>
<p style="${style.text}">${html(intro)}</p>
${message ? `<p style="${style.text}">${html(message).replace(/\r?\n/g, '<br>')}</p>` : ''}
${table(rows)}
<p style="${style.small}">${html(romeTime)}</p>
<p style="margin:24px 0 0">${button(open, true)}
${button(call, false)}</p>
<p style="${style.small}">${html(t('mail.hurryCode', { code }))}</p>`,
      {
        footer: why
          .split('\n')
          .map((line) => `<p style="margin:0 0 8px">${html(line)}</p>`)
          .join(''),
        language: t.language,
      },
    ),
  }
}

/** Returns the office's mail about an offer that the customer accepted. */
export function acceptanceMail(lead: Lead, offer: Offer): Mail {
  const about = [lead.code, routeOf(lead)].filter(Boolean).join(', ')
  const subject = headerText(`Preventivo accettato: ${about}`)
  const who = [lead.name, lead.phone, lead.email].filter(Boolean).join(' · ')
  const rows = rowsOf(agreedRows(italian, offer))
  const call = { label: `Chiama ${lead.phone}`, href: telLink(lead.phone) }
  return {
    subject,
    text: paragraphs(
      `Il cliente ha accettato il preventivo ${about}: la richiesta è confermata.`,
      rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `Cliente: ${who}`,
      `${call.label}: ${call.href}`,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">Preventivo accettato</h1>
<p style="${style.route}">${html(about)}</p>
<p style="${style.text}">La richiesta è confermata.</p>
${table(rows)}
<p style="${style.text};margin-top:20px">${html(who)}</p>
<p style="margin:16px 0 0">${button(call, true)}</p>`,
    ),
  }
}

const rowsOf = (rows: { label: string; value: string }[]): Row[] =>
  rows.map(({ label, value }) => [label, value])
