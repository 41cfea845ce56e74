import { minutesOf, readClock, timeOf } from '../../../kernel/clockTime.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Leg } from '../lead/leg.contract.ts'

// An airline code, up to four digits and perhaps a letter, such as "fr 1234" or "U2-567".
const number = /^([a-z]{2}|[a-z]\d|\d[a-z])[\s.-]*(\d{1,4}[a-z]?)$/i

/** Returns `FR1234` for `fr 1234`. In other text only collapses blanks. */
export function flightOrTrainOf(text: string): string {
  const found = text.match(number)
  return found ? `${found[1]}${found[2]}`.toUpperCase() : text.replace(/\s+/g, ' ')
}

export type Terminal = 'Aeroporto' | 'Stazione' | 'Porto'

/** Returns the kind of terminal in a place's name. A town such as Porto Cesareo is no port. */
export function terminalOf(place: string): Terminal | null {
  if (/\b(aeroporto|a[eé]roport|airport|flughafen)\b/i.test(place)) return 'Aeroporto'
  if (/\b(stazione|station|gare)\b|bahnhof\b/i.test(place)) return 'Stazione'
  return /\bporto (di|d['’])|\b(port (of|de)|hafen)\b/i.test(place) ? 'Porto' : null
}

/** Names and codes of the airports that visitors write next to a flight number. */
const airports = [
  { name: 'Brindisi', pattern: /\bbds\b|brindisi/i },
  { name: 'Bari', pattern: /\bbri\b|\bbari\b/i },
]

export interface FlightTrip extends Pick<Leg, 'from' | 'to'> {
  /** Number of the flight or train as the visitor typed it. */
  flightOrTrain: string
  /** Time such as `23:40`, or empty. It is the landing time for a ride from an airport, otherwise the pick-up time. */
  time: string
  /** Departure of the flight, for a ride to an airport; omitted if unknown. */
  flightTime?: string
  /** Minutes of the ride; omitted if unknown. */
  rideMinutes?: number | undefined
}

/** Minutes before the flight at which a passenger should be at the airport. */
const earlyMinutes = 120

/** Returns a warning or ''. The warning never blocks a request, because the visitor may know better. */
export const flightWarning = (t: Translate, trip: FlightTrip): string =>
  flightFault(t, trip) || nightWarning(t, trip)

/** Like `flightWarning`, but does not warn about a time at night, because such a time is often correct. */
export const flightFault = (t: Translate, trip: FlightTrip): string =>
  numberWarning(t, trip) || airportWarning(t, trip) || departureWarning(t, trip)

function numberWarning(t: Translate, { from, to, flightOrTrain }: FlightTrip): string {
  const text = flightOrTrain.trim()
  if (!text) return ''
  const ends = [terminalOf(from), terminalOf(to)]
  if (ends.includes('Aeroporto')) return flightWithin.test(text) ? '' : t('flight.number', { text })
  if (ends.includes('Stazione')) return /\d/.test(text) ? '' : t('flight.train', { text })
  return number.test(text) && !ends.includes('Porto') ? t('flight.noAirport') : ''
}

/** Flight number within other words, such as `volo FR1234` or `Ryanair 1234`. */
const flightWithin = /(?<![a-z\d])([a-z]{2}|[a-z]\d|\d[a-z]|[a-z]{3,} )[\s.-]*\d{1,4}[a-z]?(?![a-z\d])/i

function airportWarning(t: Translate, { from, to, flightOrTrain }: FlightTrip): string {
  const own = [from, to].find((place) => terminalOf(place) === 'Aeroporto')
  const ownAirport = airports.find(({ pattern }) => own && pattern.test(own))
  const other = airports.find((one) => one !== ownAirport && one.pattern.test(flightOrTrain))
  // A text with the names of both airports describes a flight between them, so the other airport's name is no error.
  return own && ownAirport && other && !ownAirport.pattern.test(flightOrTrain)
    ? t('flight.otherAirport', { airport: other.name, place: own })
    : ''
}

function departureWarning(t: Translate, { to, time, flightTime = '', rideMinutes = 0 }: FlightTrip): string {
  const [pickUp, flight] = [typedMinutes(time), typedMinutes(flightTime)]
  if (terminalOf(to) !== 'Aeroporto' || pickUp === null || flight === null) return ''
  // A flight time earlier than the pick-up time is on the next day.
  const there = flight >= pickUp ? flight : flight + dayMinutes
  const latest = there - earlyMinutes - rideMinutes
  if (pickUp <= latest) return ''
  const advice = timeOf((latest + dayMinutes) % dayMinutes)
  return t('flight.tooLate', { time, advice })
}

function nightWarning(t: Translate, { from, to, time }: FlightTrip): string {
  const at = typedMinutes(time)
  if (at === null || at >= nightEnd) return ''
  if (terminalOf(from) === 'Aeroporto') return t('flight.nightLanding', { time })
  return terminalOf(to) === 'Aeroporto' ? t('flight.night', { time }) : ''
}

const dayMinutes = 24 * 60
/** Minutes since midnight. For an earlier time, visitors often choose the wrong day. */
const nightEnd = 5 * 60

/** Returns minutes since midnight; null unless the text is a clock time. */
function typedMinutes(text: string): number | null {
  const time = readClock(text)
  return time === null ? null : minutesOf(time)
}
