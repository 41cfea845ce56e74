import { dayAfter, isDay } from '../../../kernel/romanDay.ts'

// The days on which a visitor can travel. The file imports little, because browsers load it too.

/** Number of days from today to the last day that a visitor can choose. */
const daysAhead = 550

export const lastDayFrom = (today: string) => dayAfter(today, daysAhead)

export const dayFaultWords = {
  inesistente: 'Questo giorno non esiste: scegline un altro.',
  passato: 'Questo giorno è già passato: scegline uno da oggi in poi.',
  lontano: 'Questo giorno è troppo lontano: scegline uno più vicino.',
}
export type DayFault = keyof typeof dayFaultWords

export const isDayFault = (text: string): text is DayFault => Object.hasOwn(dayFaultWords, text)

/** Returns why a visitor cannot travel on this day; null if the day can be chosen. */
export function dayFault(day: string, today: string): DayFault | null {
  if (!isDay(day)) return 'inesistente'
  if (day < today) return 'passato'
  return day > lastDayFrom(today) ? 'lontano' : null
}
