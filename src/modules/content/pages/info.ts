import type { Sql } from '../../../platform/db.ts'
import {
  analyticsMonths,
  consentDays,
  consentKey,
  draftKeys,
  leadYears,
  newsletterEndedDays,
  newsletterUnconfirmedDays,
  privacyVersion,
  rightsDays,
  searchDays,
  tapDays,
  visitDays,
  visitKey,
} from '../../settings/privacy/contract.ts'
import { siteMode } from '../../settings/site/queries.ts'
import type { View } from './contract.ts'

/** The pages whose words do not come from the catalogue; null where the path is none of them. */
export async function infoView(read: Sql, path: string): Promise<View | null> {
  switch (path) {
    case '/aziende/':
      return { kind: 'business' }
    case '/privacy-policy/':
      return {
        kind: 'privacy',
        version: privacyVersion,
        consentKey,
        consentDays,
        leadYears,
        searchDays,
        tapDays,
        analyticsMonths,
        rightsDays,
        newsletterUnconfirmedDays,
        newsletterEndedDays,
        draftKeys: Object.values(draftKeys),
        visitKey,
        visitDays,
      }
    case '/termini-condizioni/':
      return { kind: 'terms' }
    case '/rich-snippets-test/':
      return { kind: 'snippetsTest' }
    case '/under-construction/':
      return maintenanceView(read)
  }
  return null
}

/** The code in the address of a form that was sent; an address can say anything, so only what a code looks like. */
export function sentCode(codice = ''): string {
  return codice.match(/^[2-9A-HJKMNP-Z]{6}$/)?.[0] ?? ''
}

/** What stands at every address while the site is not live. */
export async function maintenanceView(read: Sql): Promise<View> {
  return { kind: 'maintenance', message: (await siteMode(read)).message }
}
