import type { LanguageCode } from './messages.ts'

/** Language of the office and the panel, and of customers whose language is unknown. */
export const officeLanguage: LanguageCode = 'it'

const names = new Intl.DisplayNames(officeLanguage, { type: 'language' })

/** Returns the Italian name of a language, for example `Inglese`. */
export function languageName(code: string): string {
  const name = names.of(code) ?? code
  return name.charAt(0).toUpperCase() + name.slice(1)
}
