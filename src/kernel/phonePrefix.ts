import { officeLanguage } from '../languages/office.ts'
import type { Sentence } from '../languages/translate.ts'
import { seenText } from './seenText.ts'

// The rule of phone.ts about countries, without libphonenumber, which would add 80 KB to every page.

/**
 * Returns whether the country of a phone number is unknown. Without a prefix (`+` or `00`), a number is Italian only
 * if it was typed on an Italian page or by staff; `language` is that of the page.
 */
export const lacksPrefix = (phone: string, language: string): boolean =>
  language !== officeLanguage && /\d/.test(phone) && !/^[( ]*(?:\+|00)/.test(seenText(phone))

/** Returns a fault if the country of the phone number is unknown. Ignores values that are no text. */
export function phoneProblems(phone: unknown, language: string): { path: 'phone'; message: Sentence }[] {
  if (typeof phone !== 'string' || !lacksPrefix(phone, language)) return []
  return [{ path: 'phone', message: (t) => t('check.phonePrefix') }]
}
