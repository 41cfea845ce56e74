import { harmless, nameLength } from '../../../kernel/claimed.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Translate } from '../../../languages/translate.ts'
import { routeOf } from '../../leads/lead/leg.contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { seatParts } from '../../settings/company/sentences.contract.ts'
import type { HarmlessLead } from './harmlessLead.ts'
import { html } from './templates.ts'

// Parts that the mails to customers share.

export const greetingOf = (t: Translate, { name }: Pick<HarmlessLead, 'name'>) =>
  name && isPlainName.test(name) ? t('mail.helloName', { name }) : t('mail.hello')

// A link in place of a name would make the mail an advertisement.
const isPlainName = /^[\p{L}\p{M}][\p{L}\p{M} '’-]{0,59}$/u

/** Returns the route for a subject, each place cut to the length of a name; empty if the lead has no route. */
export const subjectRoute = (lead: HarmlessLead) =>
  routeOf({
    ...lead,
    departure: lead.departure && harmless(lead.departure, nameLength),
    destination: lead.destination && harmless(lead.destination, nameLength),
  })

type Seat = Pick<Operator, 'companyName' | 'fullAddress' | 'vatNumber'>

/** Returns the company's name, address and VAT number on one line. */
export const seatOf = (t: Translate, { companyName, fullAddress, vatNumber }: Seat) =>
  [companyName, ...seatParts(t, { fullAddress, vatNumber })].join(' · ')

/** Returns the end of a mail: who sends it, and why the customer gets it. */
export function footerOf(t: Translate, company: Seat, { site }: Context): { text: string; html: string } {
  const lines = [seatOf(t, company), t('mail.why', { site: site.origin })]
  return {
    text: lines.join('\n'),
    html: lines.map((line) => `<p style="margin:0 0 8px">${html(line)}</p>`).join(''),
  }
}
