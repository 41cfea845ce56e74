import type { Sentence } from '../../../languages/translate.ts'

// The privacy notice and the code share these constants. The file imports only types, to keep browser bundles small.

/** Year and month of the privacy notice, stored with each request and subscription whose sender accepted it. */
export const privacyVersion = '2026-11'

export const privacyMissing: Sentence = (t) => t('check.privacy')

/** Local storage key of the cookie choice. */
export const consentKey = 'ncc-gdpr-consent'
export const consentVersion = '1.0'
/** Days until the site asks again for consent to cookies (thirteen months). */
export const consentDays = 13 * 30

/** Session storage keys of form drafts. */
export const draftKeys = { request: 'richiesta', message: 'messaggio' } as const

/** Local storage key of the first visit's provenance, stored only with consent to statistics. */
export const visitKey = 'provenienza'
export const visitDays = 90

/** Local storage key of the language that the visitor chose. After a choice no page suggests another language. */
export const languageKey = 'lingua'

/** Years that leads and their mails are kept. */
export const leadYears = 2
/** Days that a WhatsApp code without a lead is kept. */
export const tapDays = 30
/** Years after which a code may be given again: a year after its lead, so that an old mail never names another lead. */
export const leadCodeYears = 3
/** Years that consents to cookies are kept, as long as the papers of a ride. */
export const consentLogYears = 2
/** Years that changes of prices are kept, as long as the leads to which the prices were named. */
export const priceChangeYears = 2
/** Days that a search is kept. */
export const searchDays = 7
/** Days that a searched pair of places without a route is kept after its last search. */
export const unmetSearchDays = 60
/** Months that Google Analytics keeps data, the maximum of its standard edition. */
export const analyticsMonths = 14
/** Days within which staff must answer a person's request about personal data. */
export const rightsDays = 30
/** Days that an unconfirmed newsletter subscription is kept. */
export const newsletterUnconfirmedDays = 7
/** Days that an ended subscription is kept, so that a late click on the link in a mail still works. */
export const newsletterEndedDays = 30
