import { languageWith } from '../../../languages/catalogs.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Subscription } from '../../content/pages/pages.queries.ts'
import type { Company } from '../../settings/company/contract.ts'
import { newsletterUnconfirmedDays } from '../../settings/privacy/contract.ts'
import { seatOf } from './customerMail.ts'
import { buttons, html, type Mail, page, paragraphs, style } from './templates.ts'

/** Returns the mail with the confirmation link, or the mail for a reader who is already subscribed. */
export function newsletterMail(subscription: Subscription, company: Company, siteOrigin: string): Mail {
  const { t } = languageWith(subscription.language)
  const words = subscription.isConfirmed
    ? subscribed(t, company.companyName, subscription.endLink)
    : unconfirmed(t, company.companyName, subscription.confirmLink)
  const why = t('news.why', { site: siteOrigin, otherwise: words.otherwise })
  const seat = seatOf(t, company)
  const end = { label: t('news.end'), href: subscription.endLink }
  const linkRow = ({ label, href }: typeof end) => t('lead.row', { label, value: href })
  return {
    subject: words.subject,
    text: paragraphs(words.text, linkRow(words.link), `${seat}\n${why}\n${linkRow(end)}`),
    html: page(
      words.subject,
      `<h1 style="${style.heading}">${html(words.heading)}</h1>
<p style="${style.text}">${html(words.text)}</p>
<p style="margin:20px 0 0">${buttons([words.link])}</p>`,
      {
        footer: `<p style="margin:0">${html(seat)}</p><p style="margin:8px 0 0">${html(why)}
<a href="${html(end.href)}" style="color:#46566b">${html(end.label)}</a>.</p>`,
        language: t.language,
      },
    ),
  }
}

function unconfirmed(t: Translate, company: string, href: string) {
  return {
    subject: t('news.confirmSubject', { company }),
    heading: t('news.confirmTitle'),
    text: t('news.confirmText', { company, days: newsletterUnconfirmedDays }),
    link: { label: t('news.confirm'), href },
    otherwise: t('news.confirmElse'),
  }
}

function subscribed(t: Translate, company: string, href: string) {
  return {
    subject: t('news.knownSubject', { company }),
    heading: t('news.knownTitle'),
    text: t('news.knownText', { company }),
    link: { label: t('news.end'), href },
    otherwise: t('news.knownElse'),
  }
}
