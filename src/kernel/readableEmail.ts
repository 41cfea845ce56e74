import { domainToUnicode } from 'node:url'
import { sendableEmail } from './email.ts'

/**
 * Returns the address as people read it, with its domain in their letters, which is how addresses are stored. Some
 * browsers send Punycode instead. Returns other text unchanged.
 */
export function readableEmail(text: string): string {
  const address = sendableEmail(text)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || !/(?:^|\.)xn--/i.test(domain)) return text
  return address.slice(0, at + 1) + (domainToUnicode(domain) || domain)
}
