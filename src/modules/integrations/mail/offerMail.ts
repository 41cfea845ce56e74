import type { Context } from '../../../kernel/context.ts'
import { italian, languageWith } from '../../../languages/catalogs.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { agreedRows, type Offer, offerRows } from '../../trips/offers/offers.queries.ts'
import { subjectRoute } from './customerMail.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import {
  buttons,
  callLink,
  headerText,
  html,
  linkLines,
  type Mail,
  page,
  paragraphs,
  style,
  table,
} from './templates.ts'
import { tripMail } from './tripMail.ts'

/** Returns the customer's mail about an offer, with a link to the page where the customer accepts it. */
export function offerMail(lead: HarmlessLead, offer: Offer, company: Operator, context: Context): Mail {
  const { t } = languageWith(lead.language)
  return tripMail(lead, {
    company,
    context,
    message: offer.message,
    rows: offerRows(t, offer),
    subject: t('proposal.subject', { route: subjectRoute(lead) }),
    title: t('proposal.title'),
    intro: t('proposal.intro', { company: company.companyName }),
    open: t('proposal.open'),
  })
}

/** Returns the mail to the customer about an accepted offer, with the accepted texts and prices. */
export function confirmationMail(
  lead: HarmlessLead,
  offer: Offer,
  { company, context, sendsDriver }: { company: Operator; context: Context; sendsDriver: boolean },
): Mail {
  const { t } = languageWith(lead.language)
  return tripMail(lead, {
    company,
    context,
    rows: offer.acceptedWords ?? agreedRows(t, offer),
    subject: t('booked.subject', { route: subjectRoute(lead) }),
    title: t('booked.title'),
    intro: t('booked.intro', { company: company.companyName }),
    note: sendsDriver ? t('booked.next') : '',
    open: t('booked.open'),
  })
}

/** Returns the office's mail about an offer that the customer accepted. */
export function acceptanceMail(lead: Lead, offer: Offer): Mail {
  const about = [lead.code, routeOf(lead)].filter(Boolean).join(', ')
  const subject = headerText(`Preventivo accettato: ${about}`)
  const who = [lead.name, lead.phone, lead.email].filter(Boolean).join(' · ')
  const rows = agreedRows(italian, offer)
  const call = callLink(`Chiama ${lead.phone}`, lead.phone, lead.language)
  return {
    subject,
    text: paragraphs(
      `Il cliente ha accettato il preventivo ${about}: la richiesta è confermata.`,
      rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      `Cliente: ${who}`,
      linkLines(call),
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">Preventivo accettato</h1>
<p style="${style.route}">${html(about)}</p>
<p style="${style.text}">La richiesta è confermata.</p>
${table(rows.map(({ label, value }) => [label, value]))}
<p style="${style.text};margin-top:20px">${html(who)}</p>
<p style="margin:16px 0 0">${buttons(call)}</p>`,
    ),
  }
}
