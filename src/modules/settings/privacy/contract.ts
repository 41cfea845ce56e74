// What the software keeps, and for how long. Read by the code that does it and by the privacy notice that says it,
// so that the two cannot disagree. Plain values: the consent dialog brings this file to every visitor.

/** The version of the privacy notice (year and month); stored with every consent. */
export const privacyVersion = '2026-11'

/** Shown where a form is sent without agreement to the privacy notice. */
export const privacyMissing = 'Devi accettare la Privacy Policy per continuare'

/** Where the browser keeps the visitor's choice. */
export const consentKey = 'ncc-gdpr-consent'
export const consentVersion = '1.0'
/** Thirteen months of thirty days: then the choice is asked for again. */
export const consentDays = 13 * 30

/**
 * What is being typed into a form stays in the tab under these names, the last one with the places behind it. Read by
 * the forms and by the notice.
 */
export const draftKeys = {
  request: 'richiesta',
  quote: 'preventivo',
  message: 'messaggio',
  booking: 'prenotazione',
} as const

/** With consent to statistics: how a visitor first came here, told with a request. */
export const visitKey = 'provenienza'
export const visitDays = 90

/** Contacts, availability requests and bookings. */
export const leadYears = 2
/** The code of a WhatsApp message that never became a request. */
export const tapDays = 30
/** What was searched for, with a truncated address. */
export const searchDays = 7
/** What Google Analytics keeps: the most that its standard edition has. */
export const analyticsMonths = 14
/** The time within which a request about one's data is answered. */
export const rightsDays = 30
/** A newsletter subscription that nobody confirms. */
export const newsletterUnconfirmedDays = 7
/** One that has ended: until then a late click still finds its page. */
export const newsletterEndedDays = 30
