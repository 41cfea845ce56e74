// An airline's two characters (one may be a digit) and up to four digits, in any spelling: "fr 1234", "U2-567".
const number = /^([a-z]{2}|[a-z]\d|\d[a-z])[\s.-]*(\d{1,4}[a-z]?)$/i

/** Normalizes a flight or train number, `fr 1234` → `FR1234`; returns other text unchanged. */
export function flightOrTrainOf(text: string): string {
  const found = text.match(number)
  return found ? `${found[1]}${found[2]}`.toUpperCase() : text.replace(/\s+/g, ' ')
}
