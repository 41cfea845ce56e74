interface Area {
  south: number
  north: number
  west: number
  east: number
}

const puglia: Area = { south: 39.7, north: 42.3, west: 14.9, east: 18.7 }
const italy: Area = { south: 35.2, north: 47.2, west: 6.6, east: 18.7 }

const isIn = ({ south, north, west, east }: Area, latitude: number, longitude: number) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east

/** Returns a warning if coordinates are probably wrong, otherwise ''. The server accepts them anyway. */
export function coordinatesWarning(latitude: unknown, longitude: unknown): string {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return ''
  if (isIn(puglia, latitude, longitude)) return ''
  if (isIn(puglia, longitude, latitude)) return 'Latitudine e longitudine sembrano scambiate.'
  return isIn(italy, latitude, longitude)
    ? 'Il punto è fuori dalla Puglia: controlla le coordinate.'
    : 'Il punto è fuori dall’Italia: controlla le coordinate.'
}
