import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

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
 * called. A number without a country code is Italian.
 */
export function readPhone(text: string): Phone | null {
  return readPhones(text)[0] ?? null
}

/** A column may contain any text, and the search takes longer than its length. */
const charactersMax = 200

/** Returns all phone numbers in the beginning of a text, in their order. */
export function readPhones(text: string): Phone[] {
  // A short number after the last slash replaces the last digits, as in `080 5555555 / 6`: a second line.
  const written = text.slice(0, charactersMax).replace(/\s*\/\s*\d{1,3}\s*$/, '')
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

export interface PhoneLinks {
  /** `tel:` link (RFC 3966); null if the number cannot be read. */
  call: string | null
  /** WhatsApp link, with the message if there is one; null if the number cannot be read. */
  whatsapp: string | null
}

export function phoneLinks(text: string, message?: string): PhoneLinks {
  const phone = readPhone(text)
  if (!phone) return { call: null, whatsapp: null }
  const query = message === undefined ? '' : `?text=${encodeURIComponent(message)}`
  return { call: `tel:${phone.e164}`, whatsapp: `https://wa.me/${phone.e164.slice(1)}${query}` }
}
