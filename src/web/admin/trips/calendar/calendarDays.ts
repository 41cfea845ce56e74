import { dayAfter, weekdayOf } from '../../../../kernel/romanDay.ts'
import { showDay, showFullDay } from '../../kit/format.ts'

export const views = ['giorno', 'settimana', 'elenco'] as const
export type View = (typeof views)[number]

/** Returns the days that the calendar shows. Weeks start on Monday. */
export function daysOf(view: View, day: string): string[] {
  if (view !== 'settimana') return [day]
  const monday = dayAfter(day, 1 - weekdayOf(day))
  return Array.from({ length: 7 }, (_, index) => dayAfter(monday, index))
}

/** Returns the day that the view shows after a step forward or back: 7 days away in the week view, otherwise 1 day. */
export const stepped = (view: View, day: string, step: 1 | -1) =>
  dayAfter(day, view === 'settimana' ? 7 * step : step)

/** Returns for example `lun 21 dic – dom 27 dic` or `giovedì 24 dicembre 2026`. */
export function titleOf(view: View, day: string): string {
  const days = daysOf(view, day)
  return days.length === 1 ? showFullDay(day) : `${showDay(days[0] ?? day)} – ${showDay(days.at(-1) ?? day)}`
}
