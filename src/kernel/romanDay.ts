const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })

/** The day that it is in Rome, `2027-06-01`: it begins at 22:00 or 23:00 UTC of the day before. */
export const romanDay = (moment: Date) => days.format(moment)

/** Not the 31st of June. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** The day so many days later; earlier below zero. */
export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
