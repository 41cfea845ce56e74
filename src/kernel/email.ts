import type { Sentence } from '../languages/translate.ts'
import { seenText } from './seenText.ts'

// Reads e-mail addresses. Forms in the browser and the server give the same sentence for the same fault.

export const emailMax = 254
export const emailMissing: Sentence = (t) => t('check.email')

// Limits the lengths as RFC 5321 does, and refuses characters that could start a second header or recipient. A dot before
// `@`, at the beginning or beside another dot is a typing error that mail servers refuse.
const shape =
  /^(?!\.)(?:(?!\.[.@])[^\s@<>,;:"()[\]\\]){1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i

/**
 * Returns the address as mail servers need it, with its domain in Punycode: `info@xn--mller-reisen-dlb.example` for
 * `info@müller-reisen.example`. Returns other text unchanged.
 */
export function sendableEmail(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  // URL would also accept `1.2` as an IP address and percent-encoded letters.
  if (at < 1 || !/\P{ASCII}/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return text
  // `URL.canParse` is missing on old phones.
  try {
    return text.slice(0, at + 1) + new URL(`http://${domain}/`).hostname
  } catch {
    return text
  }
}

export const isEmail = (text: string) => emailFault(text) === null

/** Returns what is wrong with an address; null if nothing is. Ignores invisible characters. */
export function emailFault(typed: string): Sentence | null {
  const text = seenText(typed)
  const address = sendableEmail(text)
  if (shape.test(address) && address.length <= emailMax) return null
  const [name = '', domain = '', ...more] = text.split('@')
  if (text === '') return emailMissing
  if (more.length > 0) return (t) => t('check.emailSeveral')
  if (/[<>"()[\]]/.test(text)) return (t) => t('check.emailOnly')
  if (/\s/.test(text)) return (t) => t('check.emailBlank')
  if (!text.includes('@')) return (t) => t('check.emailAt')
  if (name === '' || domain === '') return (t) => t('check.emailEnds')
  if (!domain.includes('.')) return (t) => t('check.emailDot')
  if (address.length > emailMax) return (t) => t('check.maxLength', { count: String(emailMax) })
  return (t) => t('check.emailInvalid')
}
