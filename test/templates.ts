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

/** Leaves out most routes. The names Gallipoli and Leuca are the same in every language. */
export const fewRoutes = (addresses: string[]): string[] =>
  addresses.filter((one) => !isRoute(one) || /gallipoli|leuca/.test(one))

/** In the quick run leaves out most routes. */
export const samplePages = (addresses: string[]): string[] => inFull(fewRoutes(addresses), addresses)

const isRoute = (address: string) =>
  addressOf(address.replace(/^https:\/\/[^/]+/, '')).path.startsWith('/tratte/transfer-')
