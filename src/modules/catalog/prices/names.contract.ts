/** Normalizes a name for comparison with sheets and pasted text, where case and blanks at the ends may differ. */
export const foldedName = (name: string) => name.normalize('NFC').trim().toLowerCase()

export const foldedRoute = (departure: string, destination: string) =>
  `${foldedName(departure)} → ${foldedName(destination)}`

/** Returns departure and destination of `Lecce → Gallipoli`, also with `->` or ` – `; null for other text. */
export function routeEnds(text: string): { departure: string; destination: string } | null {
  const [departure = '', destination = '', ...more] = text.split(/\s*(?:→|->)\s*|\s+–\s+/)
  return departure.trim() && destination.trim() && more.length === 0 ? { departure, destination } : null
}

/** Headings of columns that contain the names of a route. */
export const routeHeadings = {
  route: 'Tratta',
  departure: 'Partenza',
  destination: 'Destinazione',
  transferType: 'Tipologia',
} as const
