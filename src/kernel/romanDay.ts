const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })

/** Returns the day in Rome, such as `2027-06-01`. It starts at 22:00 or 23:00 UTC of the previous day. */
export const romanDay = (moment: Date) => days.format(moment)

/** False for a day that the calendar lacks, such as June 31. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Returns the day `count` days later, or earlier if `count` is negative. */
export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
