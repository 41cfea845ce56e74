import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import { statusLink, viewLink } from '../../leads/lead/link.queries.ts'
import { terminalOf } from '../../leads/requests/flight.contract.ts'
import { summaryRows } from '../../leads/requests/summary.queries.ts'
import { calendarOf } from '../../leads/status/calendarFile.queries.ts'
import { isFresh } from '../../leads/status/status.queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { promiseAt, waitingAt } from '../../settings/company/sentences.contract.ts'
import { footerOf, greetingOf, subjectRoute } from './customerMail.ts'
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

/**
 * Omits the free text, so that nobody can use the form to send a message to a third person. `sequence` counts the changes of
 * the ride.
 */
export function receiptMail(lead: HarmlessLead, company: Operator, context: Context, sequence = 0): Mail {
  const { t } = languageWith(lead.language)
  const { origin } = context.site
  const isMessage = lead.kind === 'contact'
  const route = routeOf(lead)
  const subject = headerText(
    route ? t('mail.subjectRoute', { route: subjectRoute(lead) }) : t('mail.subject'),
  )
  const greeting = greetingOf(t, lead)
  const intro = t(isMessage ? 'mail.messageIntro' : 'mail.requestIntro', { company: company.companyName })
  const rows = summaryRows(t, lead)
  const link = statusLink(lead, context)
  const calendar = calendarOf(t, lead, {
    phone: company.phone,
    siteOrigin: origin,
    sequence,
    link: viewLink(lead, context),
  })
  const steps = stepsOf(t, lead, company, promise(t, lead, context.clock.now(), company))
  const call = callLink(t('mail.call', { phone: company.phone }), company.phone)
  const status = { label: t('request.follow'), href: link }
  const footer = footerOf(t, company, context)
  const { code } = lead
  const romeTime = lead.time || lead.returnTime ? t('mail.romeTime') : ''
  const hurry = html(t('mail.hurryCode', { code })).replace(code, `<strong>${code}</strong>`)
  const titled = (title: SimpleKey, lines: string[]) => [t(title), ...lines].join('\n')
  return {
    subject,
    text: paragraphs(
      greeting,
      intro,
      rows.length > 0
        ? titled(
            'mail.yourRequest',
            rows.map(([label, value]) => t('lead.row', { label, value })),
          )
        : '',
      romeTime,
      titled(
        'mail.next',
        steps.map((step, index) => `${index + 1}. ${step}`),
      ),
      t('lead.row', { label: status.label, value: link }),
      t('mail.hurry', { code, phone: company.phone }),
      footer.text,
    ),
    html: page(
      subject,
      `<h1 style="${style.heading}">${html(t(isMessage ? 'mail.messageReceived' : 'mail.requestReceived'))}</h1>
${route ? `<p style="${style.route}">${html(route)}</p>` : ''}
<p style="${style.text}">${html(greeting)}</p>
<p style="${style.text}">${html(intro)}</p>
${rows.length > 0 ? `<h2 style="${style.subheading}">${html(t('mail.yourRequest'))}</h2>\n${table(rows)}` : ''}
${romeTime ? `<p style="${style.small}">${html(romeTime)}</p>` : ''}
<h2 style="${style.subheading}">${html(t('mail.next'))}</h2>
<ol style="margin:0;padding-left:22px">${steps.map((step) => `<li style="${style.text}">${html(step)}</li>`).join('')}</ol>
<p style="${style.text};margin-top:20px">${hurry}</p>
<p style="margin:8px 0 0">${buttons([...call, status])}</p>`,
      { footer: footer.html, language: t.language },
    ),
    ...(calendar && { attachments: [fileOf(calendar)] }),
  }
}

const fileOf = (calendar: string) => ({
  filename: 'transfer.ics',
  content: calendar,
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  contentTransferEncoding: 'base64' as const,
})

function stepsOf(t: Translate, lead: Lead, company: Operator, promise: string): string[] {
  if (lead.kind === 'contact') return [t('mail.messageStep', { promise })]
  const waiting = waitingAt(t, company, terminalOf(lead.departure ?? ''))
  return [
    t('mail.requestStep', { promise }),
    t('mail.confirmStep'),
    company.waitingMinutes === 0 ? t('mail.driverStepShort') : t('mail.driverStep', { waiting }),
  ]
}

const promise = (t: Translate, lead: Lead, now: Date, company: Operator): string =>
  isFresh(lead, now) ? promiseAt(t, now, company) : t('mail.soon')
