// A number in degrees, optionally with a degree sign and a compass point, such as `40,35` or `40.3515° N`.
const number = '[-+]?\\d{1,3}(?:[.,]\\d+)?'
const end = '\\s*°?\\s*([NSEWO])?'
const degrees = `(${number})${end}`

// Degrees, minutes and seconds, such as `40°21'5.4"N`.
const sexagesimal = `(\\d{1,3})°\\s*(\\d{1,2})['′’]\\s*(?:(\\d{1,2}(?:[.,]\\d+)?)["″”]\\s*)?([NSEWO])`

// A comma without a space separates two numbers only if both have a decimal point: `40,35` is one number.
const pairs = [
  new RegExp(`^\\(?${degrees}\\s*(?:;|,?\\s)\\s*${degrees}\\)?$`, 'i'),
  new RegExp(`^\\(?([-+]?\\d{1,3}\\.\\d+)${end},([-+]?\\d{1,3}\\.\\d+)${end}\\)?$`, 'i'),
]
const sexagesimalPair = new RegExp(`^${sexagesimal}[\\s,;]*${sexagesimal}$`, 'i')

type Position = [latitude: number, longitude: number]

/** Reads text such as `40.35, 18.17`, `40,35; 18,17` or `40.3515° N, 18.175° E`. Returns null for other text. */
export function coordinatesOf(text: string): Position | null {
  const trimmed = text.trim()
  const [isSexagesimal, d1, m1, s1, p1, d2, m2, s2, p2] = trimmed.match(sexagesimalPair) ?? []
  if (isSexagesimal) return placed(signed(decimal(d1, m1, s1), p1), signed(decimal(d2, m2, s2), p2), p1)
  for (const pair of pairs) {
    const [found, first, firstPoint, second, secondPoint] = trimmed.match(pair) ?? []
    if (found)
      return placed(signed(numberOf(first), firstPoint), signed(numberOf(second), secondPoint), firstPoint)
  }
  return null
}

const numberOf = (text = '0') => Number(text.replace(',', '.'))

/** Returns degrees with at most six decimals (about 10 cm). */
const decimal = (degrees?: string, minutes?: string, seconds?: string) =>
  Number((numberOf(degrees) + numberOf(minutes) / 60 + numberOf(seconds) / 3600).toFixed(6))

/** `O` means `ovest` (west). */
const signed = (value: number, point = '') => (/[SWO]/i.test(point) ? -value : value)

/** Returns latitude and longitude. If the first number has E, W or O, the first number is the longitude. */
const placed = (one: number, other: number, firstPoint = ''): Position =>
  /[EWO]/i.test(firstPoint) ? [other, one] : [one, other]

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
