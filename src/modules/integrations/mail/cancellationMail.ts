import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { type Lead, routeOf, summaryRows } from '../../leads/status/queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { headerText, type Mail } from './templates.ts'
import { tripMail } from './tripMail.ts'

export const cancellationSubject = (lead: Lead) =>
  headerText(languageWith(lead.language).t('cancelled.subject', { route: routeOf(lead) }))

/** Returns the mail by which customers can prove that they cancelled. */
export function cancellationMail(lead: Lead, company: Operator, context: Context): Mail {
  const { t } = languageWith(lead.language)
  return tripMail(lead, {
    ...{ company, context, subject: cancellationSubject(lead) },
    title: t('cancelled.title'),
    intro: t('state.cancelledText'),
    rows: summaryRows(t, lead).map(([label, value]) => ({ label, value })),
    open: t('cancelled.open'),
  })
}
