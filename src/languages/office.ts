import type { LanguageCode } from './messages.ts'

/** Language of the office and the panel, and of customers whose language is unknown. */
export const officeLanguage: LanguageCode = 'it'
