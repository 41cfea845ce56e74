import { harmless } from '../../../kernel/claimed.ts'
import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import { statusLink } from '../../leads/lead/link.queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { footerOf, greetingOf } from './customerMail.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import {
  buttons,
  callLink,
  headerText,
  html,
  type Mail,
  page,
  paragraphs,
  style,
  table,
} from './templates.ts'

interface TripMail {
  subject: string
  title: string
  intro: string
  /** Text written by staff. */
  message?: string | null
  /** Their values may contain texts of outsiders. */
  rows: { label: string; value: string }[]
  /** Text after the rows. */
  note?: string
  picture?: { src: string; alt: string } | null
  /** Label of the link to the customer's page. */
  open: string
  company: Operator
  context: Context
}

/** Returns a mail to the customer about a trip, in the language of the lead, with a link to the customer's page. */
export function tripMail(lead: HarmlessLead, mail: TripMail): Mail {
  const { t } = languageWith(lead.language)
  const { title, intro, message, note, picture, company, context } = mail
  const rows = mail.rows.map(({ label, value }) => ({ label, value: harmless(value) }))
  const { code } = lead
  const subject = headerText(mail.subject)
  const greeting = greetingOf(t, lead)
  const open = { label: mail.open, href: statusLink(lead, context) }
  const call = callLink(t('mail.call', { phone: company.phone }), company.phone)
  const romeTime = t('mail.romeTime')
  const footer = footerOf(t, company, context)
  return {
    subject,
    text: paragraphs(
      greeting,
      intro,
      message ?? '',
      rows.map((row) => t('lead.row', row)).join('\n'),
      romeTime,
      note ?? '',
      t('lead.row', { label: open.label, value: open.href }),
      t('mail.hurry', { code, phone: company.phone }),
      footer.text,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(title)}</h1>
<p style="${style.route}">${html(routeOf(lead))}</p>
<p style="${style.text}">${html(greeting)}</p>
<p style="${style.text}">${html(intro)}</p>
${message ? `<p style="${style.text}">${html(message).replace(/\r?\n/g, '<br>')}</p>` : ''}
${table(rows.map(({ label, value }) => [label, value]))}
${picture ? `<p style="margin:16px 0 0"><img src="${html(picture.src)}" alt="${html(picture.alt)}" width="540" style="display:block;width:100%;height:auto;border-radius:8px"></p>` : ''}
<p style="${style.small}">${html(romeTime)}</p>
${note ? `<p style="${style.text};margin-top:16px">${html(note)}</p>` : ''}
<p style="margin:24px 0 0">${buttons([open, ...call])}</p>
<p style="${style.small}">${html(t('mail.hurryCode', { code }))}</p>`,
      { footer: footer.html, language: t.language },
    ),
  }
}
