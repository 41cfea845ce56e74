import { readClock } from '../../../kernel/clockTime.ts'
import { isDay } from '../../../kernel/romanDay.ts'

export interface DatedLeg {
  direction: 'there' | 'back'
  from: string
  to: string
  /** `2026-12-24` */
  date: string
  /** `10:30`; null if unknown. */
  time: string | null
}

type Trip = {
  [Field in 'departure' | 'destination' | 'date' | 'time' | 'returnDate' | 'returnTime']?:
    | string
    | null
    | undefined
}

/** Returns the legs that have a date, outbound first. */
export function legsOf({ departure, destination, date, time, returnDate, returnTime }: Trip): DatedLeg[] {
  if (!departure || !destination) return []
  const legs = [
    { direction: 'there' as const, from: departure, to: destination, date, time },
    { direction: 'back' as const, from: destination, to: departure, date: returnDate, time: returnTime },
  ]
  return legs.flatMap((leg) =>
    leg.date && isDay(leg.date) ? [{ ...leg, date: leg.date, time: readClock(leg.time) }] : [],
  )
}
