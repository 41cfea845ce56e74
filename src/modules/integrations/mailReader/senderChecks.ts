import type { SenderChecks } from './mail.contract.ts'
import type { Header } from './parts.ts'

/** Headers that mail servers add together with their results. Any other header ends the results of the own server. */
const besideResults = new Set(['received-spf', 'dkim-filter'])
const resultsMax = 10
/** Senders make a header longer, for example by many signatures. */
const resultMax = 20_000

export const unchecked: SenderChecks = { spf: null, dkim: null, dmarc: null }

/**
 * Returns the results that the operator's own server states (RFC 8601): those of the topmost header with its name, and of
 * the headers directly below. An outsider can write such a header, too, but servers add theirs above it, and remove those
 * that carry their own name. `ownServer` is empty if staff have not entered the name; then nothing is known.
 */
export function checksOf(headers: Header[], ownServer: string, fromAddress: string): SenderChecks {
  const checks = { ...unchecked }
  const domain = domainOf(fromAddress)
  for (const result of resultsOf(headers, ownServer)) {
    const [, method, value = ''] = /^(spf|dkim|dmarc)(?:\/\d+)?=([a-z]+)/.exec(result) ?? []
    if (!isMethod(method)) continue
    const known = isResult(value) ? value : null
    const other = domainIn(result, method)
    // Only DMARC is always about the sender's address.
    if (known === 'pass' && other === '' && method !== 'dmarc') continue
    const isOfOther = known === 'pass' && other !== '' && !isAligned(domain, other)
    // One signature of the sender's domain is enough.
    if (checks[method] === null || (method === 'dkim' && checks.dkim !== 'pass' && known === 'pass'))
      checks[method] = isOfOther ? (checks[method] ?? 'other') : known
  }
  return checks
}

function resultsOf(headers: Header[], ownServer: string): string[] {
  const own = ownServer.trim().toLowerCase()
  const isOwn = ({ key, value }: Header) => key === 'authentication-results' && serverIn(value) === own
  const first = own ? headers.findIndex(isOwn) : -1
  if (first < 0) return []
  const below = headers.slice(first).findIndex((header) => !isOwn(header) && !besideResults.has(header.key))
  return headers
    .slice(first, below < 0 ? undefined : first + below)
    .filter(isOwn)
    .slice(0, resultsMax)
    .flatMap(({ value }) => partsOf(value).slice(1))
}

/**
 * Returns the parts between semicolons, without comments, in lower case. Quoted text, such as the part of an address before
 * the `@`, is the sender's: it loses the characters with which it could state a result.
 */
function partsOf(value: string): string[] {
  let depth = 0
  let isQuoted = false
  let plain = ''
  for (const letter of value.slice(0, resultMax).replace(/\\./gs, '').toLowerCase()) {
    if (letter === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) plain += letter.replace(/[\s;=]/, '')
    else if (letter === '(') depth += 1
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) plain += letter
  }
  return plain.split(';').map((part) => part.trim().replace(/\s+/g, ' '))
}

/** A version may follow the name of the server. */
const serverIn = (value: string) => partsOf(value)[0]?.split(' ')[0] ?? ''

/** Property with the domain for which a method passed. */
const properties = {
  spf: ['smtp.mailfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
} as const

type Method = keyof typeof properties
const isMethod = (name: string | undefined): name is Method => name !== undefined && name in properties

const results = ['pass', 'fail', 'softfail', 'neutral', 'none', 'policy', 'temperror', 'permerror'] as const
const isResult = (value: string): value is (typeof results)[number] => results.some((one) => one === value)

function domainIn(result: string, method: Method): string {
  const words = result.split(' ')
  const found = properties[method].map((name) => words.find((word) => word.startsWith(`${name}=`)))
  return domainOf(found.find(Boolean)?.split('=')[1] ?? '')
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** A domain may pass for its subdomains and for the domain above it, as in the relaxed mode of DMARC. */
const isAligned = (domain: string, other: string) =>
  domain === other || domain.endsWith(`.${other}`) || other.endsWith(`.${domain}`)
