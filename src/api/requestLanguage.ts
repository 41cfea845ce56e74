import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { addressOf } from '../languages/addresses.ts'
import { type LanguageCode, languages } from '../languages/messages.ts'
import { officeLanguage } from '../languages/office.ts'

/** Cache: browsers send few distinct headers, and parsing one takes longer than a look-up. */
const choices = new LRUCache<string, LanguageCode>({ max: 200 })

/** Public calls use `?lang=`, else the first supported language of `Accept-Language`, else Italian. */
export function languageOf(request: FastifyRequest): LanguageCode {
  const [path = ''] = request.url.split('?')
  if (!path.startsWith('/api/')) return addressOf(path).lang
  const { message } = request.routeOptions.config
  if (message && message.access !== 'public') return officeLanguage
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  return supported(lang) ?? preferred(request.headers['accept-language'])
}

function supported(code: unknown): LanguageCode | undefined {
  return languages.find((one) => one === code)
}

function preferred(header: string | undefined): LanguageCode {
  if (!header) return officeLanguage
  const known = choices.get(header)
  if (known) return known
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages([...languages])
  const choice = supported(accepted[0]) ?? officeLanguage
  choices.set(header, choice)
  return choice
}
