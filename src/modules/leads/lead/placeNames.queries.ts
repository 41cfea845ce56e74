import type { LanguageCode } from '../../../languages/messages.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeNamesIn } from '../../catalog/places/placePages.queries.ts'
import type { Lead } from './lead.queries.ts'

type Ends = Pick<Lead, 'departure' | 'destination'>

/** Returns the leads with Italian names of places. Customers may have named them in another language. */
export const inItalian = <L extends Ends>(read: Sql | Tx, leads: readonly L[]): Promise<L[]> =>
  withNames(read, leads, () => officeLanguage)

/** Returns each lead with the names of places in the lead's language, because staff enter Italian names. */
export const inOwnLanguages = (read: Sql | Tx, leads: Lead[]): Promise<Lead[]> =>
  withNames(read, leads, ({ language }) => language)

/** Returns the lead with the names of places in the customer's language. */
export async function forCustomer(read: Sql | Tx, lead: Lead): Promise<Lead> {
  const [own = lead] = await inOwnLanguages(read, [lead])
  return own
}

async function withNames<L extends Ends>(
  read: Sql | Tx,
  leads: readonly L[],
  languageOf: (lead: L) => LanguageCode,
): Promise<L[]> {
  const names = new Map<LanguageCode, (text: string) => string>()
  for (const language of new Set(leads.map(languageOf)))
    names.set(language, await placeNamesIn(read, language))
  return leads.map((lead) => {
    const nameOf = names.get(languageOf(lead)) ?? String
    return {
      ...lead,
      departure: lead.departure && nameOf(lead.departure),
      destination: lead.destination && nameOf(lead.destination),
    }
  })
}
