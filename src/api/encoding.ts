import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = '' | 'gzip' | 'br'

interface Choice {
  /** Encoding of a body that is worth compressing. */
  compressed: Encoding
  /** Encoding of a body not worth compressing: none, unless the client refuses uncompressed bodies. */
  plain: Encoding
}

/** Encodings by size of the result, smallest first, for clients that accept several encodings equally. */
const codings = ['br', 'gzip', 'identity']

/** Cache: browsers send few distinct values. Parsing one takes 1 µs, a look-up 0.04 µs. */
const choices = new LRUCache<string, Choice>({ max: 200 })

/** Returns the encoding for an `Accept-Encoding` header (RFC 9110 section 12.5.3); '' for an uncompressed body. */
export function encodingFor(header: string | undefined, isWorthIt: boolean): Encoding {
  if (!header) return ''
  let choice = choices.get(header)
  if (!choice) {
    choice = choose(header)
    choices.set(header, choice)
  }
  return isWorthIt ? choice.compressed : choice.plain
}

/** The type definitions of negotiator lack `preferred`. */
interface EncodingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

function choose(header: string): Choice {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const accepted = negotiator.encodings(codings, { preferred: codings })
  const [best = 'identity'] = accepted
  const compressed = best === 'br' || best === 'gzip' ? best : ''
  return { compressed, plain: accepted.includes('identity') ? '' : compressed }
}
