import { addressOf } from '../src/languages/addresses.ts'
import { inFull } from './length.ts'

/** One page of each public template, with the bundled data. */
export const templates = [
  '/',
  '/tratte/',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  '/prezzi/',
  '/aziende/',
  '/blog/',
  '/blog/gallipoli-senza-auto/',
  '/contatti/',
  '/privacy-policy/',
  '/termini-condizioni/',
]

export const resultsPage = '/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli'

/** In the quick run leaves out most routes. The names Gallipoli and Leuca are the same in every language. */
export const samplePages = (addresses: string[]): string[] =>
  addresses.filter((one) => inFull(!isRoute(one) || /gallipoli|leuca/.test(one), true))

const isRoute = (address: string) =>
  addressOf(address.replace(/^https:\/\/[^/]+/, '')).path.startsWith('/tratte/transfer-')
