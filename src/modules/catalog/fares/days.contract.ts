import { dayAfter, isDay } from '../../../kernel/romanDay.ts'

// Days on which visitors can travel. The file imports little, to keep the browser's bundle small.

/** Visitors can choose a day up to this many days from today. */
const daysAhead = 550

export const lastDayFrom = (today: string) => dayAfter(today, daysAhead)

export const dayFaultKeys = {
  inesistente: 'check.noSuchDay',
  passato: 'check.pastDay',
  lontano: 'check.farDay',
} as const
export type DayFault = keyof typeof dayFaultKeys

export const isDayFault = (text: string): text is DayFault => Object.hasOwn(dayFaultKeys, text)

/** Returns why visitors cannot choose this day; null if they can. */
export function dayFault(day: string, today: string): DayFault | null {
  if (!isDay(day)) return 'inesistente'
  if (day < today) return 'passato'
  return day > lastDayFrom(today) ? 'lontano' : null
}
