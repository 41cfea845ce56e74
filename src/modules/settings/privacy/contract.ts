// Retention periods and storage keys. The code that deletes it and the privacy notice both read these values, so they
// cannot disagree. Plain values: the consent dialog loads this file on every visit.

/** The version of the privacy notice (year and month); stored with every consent. */
export const privacyVersion = '2026-11'

/** Shown when a form is sent without accepting the privacy notice. */
export const privacyMissing = 'Devi accettare la Privacy Policy per continuare'

/** Local storage key of the visitor's choice. */
export const consentKey = 'ncc-gdpr-consent'
export const consentVersion = '1.0'
/** Thirteen months of thirty days, after which the visitor is asked again. */
export const consentDays = 13 * 30

/** Session storage keys of form drafts; places are appended to the last one. Read by the forms and the notice. */
export const draftKeys = {
  request: 'richiesta',
  quote: 'preventivo',
  message: 'messaggio',
  booking: 'prenotazione',
} as const

/** With consent to statistics: how a visitor first arrived, sent with a request. */
export const visitKey = 'provenienza'
export const visitDays = 90

/** Contacts, availability requests and bookings. */
export const leadYears = 2
/** WhatsApp codes that never became a request. */
export const tapDays = 30
/** Searches, with a truncated IP address. */
export const searchDays = 7
/** Google Analytics retention: the maximum of its standard edition. */
export const analyticsMonths = 14
/** Deadline for answering a data subject's request. */
export const rightsDays = 30
/** Newsletter subscriptions that were never confirmed. */
export const newsletterUnconfirmedDays = 7
/** Ended subscriptions: until then a late click still finds its page. */
export const newsletterEndedDays = 30
