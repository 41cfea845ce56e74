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
