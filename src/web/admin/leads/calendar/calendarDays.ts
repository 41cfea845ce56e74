// Days are text such as `2026-12-24`. UTC keeps daylight saving time out of the computation.

const dayMs = 86_400_000

export const views = ['mese', 'settimana', 'giorno'] as const
export type View = (typeof views)[number]

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })

export function romanToday(): string {
  return today.format(new Date())
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Weeks start on Monday. */
function weekStart(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** Returns the days that the calendar shows. A month consists of whole weeks. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'giorno') return [day]
  const first = weekStart(view === 'mese' ? `${day.slice(0, 7)}-01` : day)
  const count = view === 'settimana' ? 7 : weeksOf(day, first) * 7
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

function weeksOf(day: string, first: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const last = Date.UTC(year, month, 0)
  return Math.ceil((last - Date.parse(`${first}T00:00:00Z`) + dayMs) / (7 * dayMs))
}

/** Returns the next or previous day of a view: the first day of another month, or 7 or 1 days away. */
export function stepped(view: View, day: string, step: 1 | -1): string {
  if (view !== 'mese') return addDays(day, view === 'settimana' ? 7 * step : step)
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 10)
}

const month = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const full = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('it-IT', { weekday: 'short', timeZone: 'UTC' })

const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** Returns for example `dicembre 2026`, `21 dic – 27 dic` or `giovedì 24 dicembre 2026`. */
export function titleOf(view: View, day: string): string {
  if (view === 'mese') return month.format(at(day))
  if (view === 'giorno') return full.format(at(day))
  const days = daysOf(view, day)
  return `${short.format(at(days[0] ?? day))} – ${short.format(at(days[6] ?? day))}`
}

export const showWeekday = (day: string) => weekday.format(at(day))
export const showFullDay = (day: string) => full.format(at(day))

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}
