import type { RouteSummary } from '../../../../modules/catalog/routes/contract.ts'

/** Returns a `mailto:` link; null if no price of the shared ride is missing or the office has no e-mail address. */
export function quoteMail(route: RouteSummary, office: string | undefined): string | null {
  const lacking = [
    ['min 2 passeggeri', route.priceMin2Pax],
    ['3-4 passeggeri', route.price3to4Pax],
    ['5-7 passeggeri', route.price5to7Pax],
  ].flatMap(([name, price]) => (price === null ? [name] : []))
  if (lacking.length === 0 || !office) return null
  const name = `${route.departure ?? 'Località sconosciuta'} - ${route.destination ?? 'Località sconosciuta'}`
  const lines = [
    `Richiesta di quotazione per la tratta ${name}`,
    '',
    `Tipologia: ${route.transferType ?? 'Transfer sconosciuto'}`,
    `Distanza: ${route.distanceKm === null ? 'da definire' : `${route.distanceKm} km`}`,
    `Durata: ${route.estimatedDuration || 'da definire'}`,
    `Prezzi mancanti: ${lacking.join(', ')}`,
    `Pagina: ${route.canonicalUrl}`,
  ]
  const query = [
    `subject=${encodeURIComponent(`Quotazione ${name}`)}`,
    `body=${encodeURIComponent(lines.join('\r\n'))}`,
  ]
  return `mailto:${encodeURIComponent(office).replace('%40', '@')}?${query.join('&')}`
}
