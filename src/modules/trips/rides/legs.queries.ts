import { readClock } from '../../../kernel/clockTime.ts'
import { isDay } from '../../../kernel/romanDay.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import type { Direction } from './contract.ts'

export interface Leg {
  direction: Direction
  from: string
  to: string
  /** Day such as `2026-12-24`; null if the lead has none, or only a description such as `metà luglio`. */
  day: string | null
  /** `09:30` in Rome. */
  time: string | null
}

/** Returns null for a lead without departure or destination. */
export function legOf(lead: Lead, direction: Direction): Leg | null {
  const { departure, destination } = lead
  if (!departure || !destination) return null
  return direction === 'there'
    ? { direction, from: departure, to: destination, day: dayOf(lead.date), time: readClock(lead.time) }
    : {
        direction,
        from: destination,
        to: departure,
        day: dayOf(lead.returnDate),
        time: readClock(lead.returnTime),
      }
}

const dayOf = (text: string | null) => (text !== null && isDay(text) ? text : null)
