import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** A content coding that answers are sent in; '' for the body as it is. */
export type Encoding = '' | 'gzip' | 'br'

interface Choice {
  /** For a body that is worth compressing. */
  compressed: Encoding
  /** For any other body: as it is, unless the client refuses that. */
  plain: Encoding
}

/** The smallest first: where a client likes several alike, the first of them is sent. */
const codings = ['br', 'gzip', 'identity']

/** Browsers send a few values again and again: parsing one takes 1 µs, finding it 0.04. */
const choices = new LRUCache<string, Choice>({ max: 200 })

/** The coding for an `Accept-Encoding` (RFC 9110 section 12.5.3); the body as it is where no coding is acceptable. */
export function encodingFor(header: string | undefined, isWorthIt: boolean): Encoding {
  if (!header) return ''
  let choice = choices.get(header)
  if (!choice) {
    choice = choose(header)
    choices.set(header, choice)
  }
  return isWorthIt ? choice.compressed : choice.plain
}

/** The types of negotiator do not know `preferred` yet. */
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
