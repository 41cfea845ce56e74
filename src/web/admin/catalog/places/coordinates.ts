const degrees = '[-+]?\\d{1,3}'

// A comma without a space separates two numbers only if both contain a point, because `40,35` is one number.
const pairs = [
  new RegExp(`^\\(?(${degrees}(?:[.,]\\d+)?)\\s*(?:;|,?\\s)\\s*(${degrees}(?:[.,]\\d+)?)\\)?$`),
  new RegExp(`^\\(?(${degrees}\\.\\d+),(${degrees}\\.\\d+)\\)?$`),
]

/** Reads a text copied from a map, such as `40.35, 18.17` or `40,35; 18,17`. */
export function coordinatesOf(text: string): [latitude: number, longitude: number] | null {
  for (const pair of pairs) {
    const [, latitude, longitude] = text.trim().match(pair) ?? []
    if (latitude && longitude) return [numberOf(latitude), numberOf(longitude)]
  }
  return null
}

const numberOf = (text: string) => Number(text.replace(',', '.'))
