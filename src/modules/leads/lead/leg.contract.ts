import { readClock } from '../../../kernel/clockTime.ts'
import { isDay, romanMoment, type When } from '../../../kernel/romanDay.ts'

export type Direction = 'there' | 'back'

/** Null for a day or time that is unknown, or only described, such as `metà luglio`. */
type Times = Record<keyof When, string | null>

/** A way that somebody wants to be driven. */
export interface Leg extends Times {
  direction: Direction
  from: string
  to: string
  /** Day and time in the customer's words. */
  asked: Times
}

export type DatedLeg = Leg & { day: string }
export type TimedLeg = DatedLeg & { time: string }

/** Fields of a request from which its legs follow. */
export type AskedLegs = { returnTrip?: boolean } & {
  [Name in 'departure' | 'destination' | 'date' | 'time' | 'returnDate' | 'returnTime']?: When['day']
}

/** Fields of a request with the day and the time of each leg. */
export const whenFields = {
  there: { day: 'date', time: 'time' },
  back: { day: 'returnDate', time: 'returnTime' },
} as const

export function timesOf(lead: AskedLegs, direction: Direction): Times & Pick<Leg, 'asked'> {
  const fields = whenFields[direction]
  const [day, time] = [lead[fields.day], lead[fields.time]]
  return {
    day: day && isDay(day) ? day : null,
    time: readClock(time),
    asked: { day: day ?? null, time: time ?? null },
  }
}

/** Returns `Partenza → Destinazione` on one line; empty if the lead has no route. */
export const routeOf = ({ departure, destination }: AskedLegs): string =>
  departure && destination ? `${departure} → ${destination}`.replace(/\s+/g, ' ').trim() : ''

/** Returns null for a lead without departure or destination. */
export function legOf(lead: AskedLegs, direction: Direction): Leg | null {
  const { departure, destination } = lead
  if (!departure || !destination) return null
  const [from, to] = direction === 'there' ? [departure, destination] : [destination, departure]
  return { direction, from, to, ...timesOf(lead, direction) }
}

export const directionsOf = ({ returnTrip }: AskedLegs): Direction[] =>
  returnTrip ? ['there', 'back'] : ['there']

/** Returns the legs that a lead with departure and destination asks for, outbound first. */
export const legsOf = (lead: AskedLegs): Leg[] =>
  directionsOf(lead).flatMap((direction) => legOf(lead, direction) ?? [])

/** Returns the legs that have a day, outbound first. A day of the return is enough for a return. */
export const datedLegs = (lead: AskedLegs): DatedLeg[] =>
  (['there', 'back'] as const).flatMap((direction) => {
    const leg = legOf(lead, direction)
    return leg && isDated(leg) ? [leg] : []
  })

const isDated = (leg: Leg): leg is DatedLeg => leg.day !== null

export const isTimed = (leg: Leg): leg is TimedLeg => leg.day !== null && leg.time !== null

/** A ride that begins within this many minutes needs a call: an answer by mail may come too late. */
const soonMinutes = 120

/** Returns whether the outbound ride begins soon. A ride that began longer ago than this is no longer urgent. */
export function isSoon(lead: Pick<AskedLegs, 'date' | 'time'>, now: Date): boolean {
  const { day, time } = timesOf(lead, 'there')
  if (day === null || time === null) return false
  const minutes = (romanMoment(day, time).getTime() - now.getTime()) / 60_000
  return Math.abs(minutes) <= soonMinutes
}

/** Returns whether the customer can put a leg of the request into a calendar. */
export const isInCalendar = (lead: AskedLegs) => datedLegs(lead).some(isTimed)
