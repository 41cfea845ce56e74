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

/**
 * Returns the URLs. In the quick run it leaves out the pages of all routes except those to Gallipoli and Leuca, because
 * pages of routes differ only in their data. These two names are the same in every language.
 */
export const samplePages = (addresses: string[]): string[] =>
  addresses.filter((one) => inFull(!isRoute(one) || /gallipoli|leuca/.test(one), true))

const isRoute = (address: string) =>
  addressOf(address.replace(/^https:\/\/[^/]+/, '')).path.startsWith('/tratte/transfer-')
