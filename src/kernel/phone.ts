import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { LanguageCode } from '../languages/messages.ts'
import { officeLanguage } from '../languages/office.ts'
import { foldedName } from './pasted.ts'
import { lacksPrefix } from './phonePrefix.ts'

// Reads phone numbers as people write them. Staff and customers must get the same links everywhere, so no other file
// makes them (test/lint/phone.grit).

export interface Phone {
  /** For example `+393471234567`. */
  e164: string
  /** International format, for example `+39 347 123 4567`. */
  shown: string
  /** Digits without the country code, for example `3471234567`. */
  national: string
}

/**
 * Returns the first phone number in a text, without its extension; null if the text contains no number that can be
 * called. Without a country code, a number is Italian if it was typed on an Italian page, which is the default, and
 * cannot be called otherwise.
 */
export function readPhone(text: string, language: LanguageCode = officeLanguage): Phone | null {
  return readPhones(text, language)[0] ?? null
}

/** A column may contain any text, and the search takes longer than its length. */
const charactersMax = 200

/** Returns all phone numbers in the beginning of a text, in their order. */
export function readPhones(text: string, language: LanguageCode = officeLanguage): Phone[] {
  if (lacksPrefix(text, language)) return []
  // A short number after the last slash replaces the last digits, as in `080 5555555 / 6`: a second line.
  const written = foldedName(text)
    .slice(0, charactersMax)
    .replace(/\s*\/\s*\d{1,3}\s*$/, '')
  const found = findPhoneNumbersInText(written, { defaultCountry: 'IT' }).map(({ number }) => number)
  return (found.length > 0 ? found : possible(written)).map(phoneOf)
}

/** Returns a number that has a possible length, although no operator is known to use it. */
function possible(text: string): PhoneNumber[] {
  const number = parsePhoneNumberFromString(text, 'IT')
  return number?.isPossible() ? [number] : []
}

const phoneOf = ({ number, nationalNumber }: PhoneNumber): Phone => ({
  e164: number,
  // Reads the number again, because the format of a number with an extension contains the extension.
  shown: parsePhoneNumberFromString(number)?.formatInternational() ?? number,
  national: nationalNumber,
})

/** Minimum digits of a search for a phone number. Fewer digits are in almost every number. */
const searchedDigitsMin = 4

/**
 * Returns the SQL patterns that find a phone number in E.164 form, in whatever spelling a search has it: with or without
 * the prefix, blanks, slashes or `(0)`. In other words, such as `Tel: +39 347 1234567`, it must be a whole number. Empty
 * without a number.
 */
export function phonePatterns(search: string): string[] {
  const written = foldedName(search)
  const digits = (text: string) => text.replace(/\D/g, '')
  const isNumber = !/[^+\d\s()./-]/.test(written)
  const typed = isNumber ? [written, written.replace('(0)', ''), digits(written).replace(/^00?/, '')] : []
  const spellings = [...typed, ...readPhones(written).flatMap(({ e164, national }) => [e164, national])].map(
    digits,
  )
  return [...new Set(spellings.filter((one) => one.length >= searchedDigitsMin))].map((one) => `%${one}%`)
}

export interface PhoneLinks {
  /** `tel:` link (RFC 3966); null if the number cannot be read. */
  call: string | null
  /** WhatsApp link, with the message if there is one; null if the number cannot be read. */
  whatsapp: string | null
}

/** `language` is that of the page on which the number was typed. */
export function phoneLinks(text: string, message?: string, language?: LanguageCode): PhoneLinks {
  const phone = readPhone(text, language)
  if (!phone) return { call: null, whatsapp: null }
  const query = message === undefined ? '' : `?text=${encodeURIComponent(message)}`
  return { call: `tel:${phone.e164}`, whatsapp: `https://wa.me/${phone.e164.slice(1)}${query}` }
}

/** Returns a number that staff typed, with the Italian prefix if it has none and its customer reads another language. */
export const withPrefix = (text: string, language: LanguageCode): string =>
  lacksPrefix(text, language) ? `+39 ${text}` : text
