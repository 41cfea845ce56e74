import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import {
  analyticsMonths,
  consentDays,
  consentKey,
  draftKeys,
  languageKey,
  leadYears,
  newsletterEndedDays,
  newsletterUnconfirmedDays,
  privacyVersion,
  rightsDays,
  searchDays,
  tapDays,
  unmetSearchDays,
  visitDays,
  visitKey,
} from '../../settings/privacy/contract.ts'
import { siteMode } from '../../settings/site/site.queries.ts'
import type { View } from './contract.ts'

/** Returns the view of a page that needs no data of the catalog or the blog; null for other paths. */
export async function infoView(read: Sql, path: string, t: Translate): Promise<View | null> {
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
        unmetSearchDays,
        tapDays,
        analyticsMonths,
        rightsDays,
        newsletterUnconfirmedDays,
        newsletterEndedDays,
        draftKeys: Object.values(draftKeys),
        visitKey,
        visitDays,
        languageKey,
      }
    case '/termini-condizioni/':
      return { kind: 'terms' }
    case '/rich-snippets-test/':
      return { kind: 'snippetsTest' }
    case '/under-construction/':
      return maintenanceView(read, t)
  }
  return null
}

/** Returns '' for any text that is no lead code, because the URL is untrusted. */
export function sentCode(codice = ''): string {
  return codice.match(/^[2-9A-HJKMNP-Z]{6}$/)?.[0] ?? ''
}

/** Staff write the message in Italian, so the page has a fixed message in the other languages. */
export async function maintenanceView(read: Sql, t: Translate): Promise<View> {
  const isItalian = t.language === languages[0]
  return { kind: 'maintenance', message: isItalian ? (await siteMode(read)).message : t('closed.message') }
}
