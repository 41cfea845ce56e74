import { dayAfter, isDay } from '../../../kernel/romanDay.ts'

// Days on which visitors can travel. The file imports little, to keep the browser's bundle small.

/** Number of days ahead that a visitor can choose. */
const daysAhead = 550

export const lastDayFrom = (today: string) => dayAfter(today, daysAhead)

export const dayFaultKeys = {
  inesistente: 'check.noSuchDay',
  passato: 'check.pastDay',
  lontano: 'check.farDay',
} as const
export type DayFault = keyof typeof dayFaultKeys

export const isDayFault = (text: string): text is DayFault => Object.hasOwn(dayFaultKeys, text)

/** Returns why this day cannot be chosen; null if it can. */
export function dayFault(day: string, today: string): DayFault | null {
  if (!isDay(day)) return 'inesistente'
  if (day < today) return 'passato'
  return day > lastDayFrom(today) ? 'lontano' : null
}
