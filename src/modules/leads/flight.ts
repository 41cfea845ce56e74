// An airline's two characters, of which one may be a digit, and up to four digits, as in "fr 1234" or "U2-567".
const number = /^([a-z]{2}|[a-z]\d|\d[a-z])[\s.-]*(\d{1,4}[a-z]?)$/i

/** Normalizes a flight or train number: `fr 1234` becomes `FR1234`. In other text, only white space is collapsed. */
export function flightOrTrainOf(text: string): string {
  const found = text.match(number)
  return found ? `${found[1]}${found[2]}`.toUpperCase() : text.replace(/\s+/g, ' ')
}
