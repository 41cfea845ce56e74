import type { Context } from '../../../kernel/context.ts'
import type { NewReview } from '../../content/reviews/unanswered.queries.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import { buttons, headerText, html, linkLines, type Mail, page, paragraphs, style } from './templates.ts'

export const newReviewSubject = (lead: Lead, { rating }: NewReview) =>
  headerText(`Nuova recensione, ${rating} su 5: ${routeOf(lead)}`)

/** Returns the office's mail about a review that a customer has posted. */
export function newReviewMail(lead: Lead, review: NewReview, { site }: Context): Mail {
  const { code, kind, id } = lead
  const subject = newReviewSubject(lead, review)
  const who = `${review.name}, richiesta ${code}`
  const links = [
    { label: 'Rispondi o nascondi', href: `${site.origin}/admin/recensioni/` },
    { label: 'Apri la richiesta', href: `${site.origin}/admin/richieste/${kind}/${id}/` },
  ]
  return {
    subject,
    text: paragraphs(`${review.rating} su 5`, review.text, who, linkLines(links)),
    html: page(
      subject,
      `<h1 style="${style.heading}">Nuova recensione: ${review.rating} su 5</h1>
<p style="${style.route}">${html(routeOf(lead))}</p>
<p style="${style.text}">${html(review.text)}</p>
<p style="${style.text}">${html(who)}</p>
<p style="margin:24px 0 0">${buttons(links)}</p>`,
    ),
  }
}
