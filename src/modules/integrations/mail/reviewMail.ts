import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { reviewLink } from '../../trips/reviews/reviewLinks.queries.ts'
import { footerOf, greetingOf, subjectRoute } from './customerMail.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import { buttons, headerText, html, type Mail, page, paragraphs, style } from './templates.ts'

/** Returns the mail that asks a customer for a review after the ride, in the language of the lead. */
export function reviewMail(lead: HarmlessLead, company: Operator, context: Context): Mail {
  const { t } = languageWith(lead.language)
  const subject = headerText(t('review.subject', { route: subjectRoute(lead) }))
  const greeting = greetingOf(t, lead)
  const ask = t('review.ask', { company: company.companyName })
  const write = { label: t('review.write'), href: reviewLink(lead, context) }
  const once = t('review.once')
  const footer = footerOf(t, company, context)
  return {
    subject,
    text: paragraphs(
      greeting,
      ask,
      t('lead.row', { label: write.label, value: write.href }),
      once,
      footer.text,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(t('review.title'))}</h1>
<p style="${style.route}">${html(routeOf(lead))}</p>
<p style="${style.text}">${html(greeting)}</p>
<p style="${style.text}">${html(ask)}</p>
<p style="margin:24px 0 0">${buttons([write])}</p>
<p style="${style.small}">${html(once)}</p>`,
      { footer: footer.html, language: t.language },
    ),
  }
}
