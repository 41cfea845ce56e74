import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { summaryRows } from '../../leads/requests/summary.queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { subjectRoute } from './customerMail.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import { headerText, type Mail } from './templates.ts'
import { tripMail } from './tripMail.ts'

export const cancellationSubject = (lead: HarmlessLead) =>
  headerText(languageWith(lead.language).t('cancelled.subject', { route: subjectRoute(lead) }))

/** Returns the mail by which customers can prove that they cancelled. */
export function cancellationMail(lead: HarmlessLead, company: Operator, context: Context): Mail {
  const { t } = languageWith(lead.language)
  return tripMail(lead, {
    company,
    context,
    subject: cancellationSubject(lead),
    title: t('cancelled.title'),
    intro: t('state.cancelledText'),
    rows: summaryRows(t, lead).map(([label, value]) => ({ label, value })),
    open: t('cancelled.open'),
  })
}
