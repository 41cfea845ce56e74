// The answer that the site promises, "entro 15 minuti" within the opening hours (public-site.md section 1). A lead that
// arrives while the office is closed is due that long after the next opening: at night "entro le 06:15".

export interface OpeningHours {
  /** Minutes since midnight in Rome; `to` 1440 is midnight. */
  from: number
  to: number
}

/** 06:00 to 24:00, where staff have set no others. */
export const standardHours: OpeningHours = { from: 6 * 60, to: 24 * 60 }

export const promisedMinutes = 15
/** Then the office is reminded of a lead that nobody has touched. */
export const reminderMinutes = 10

const minuteMs = 60_000

/** The clock on the wall in Rome: the day, and the minutes since its midnight. */
export interface RomanClock {
  /** `2026-12-24` */
  day: string
  minutes: number
}

const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'medium',
})

export function romanClock(moment: Date): RomanClock {
  const [day = '', time = ''] = wall.format(moment).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes }
}

/** The moment when the clocks of Rome show this; one that they skip in spring is an hour later. */
export function romanMoment({ day, minutes }: RomanClock): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs
  const guess = shown - offsetAt(shown)
  return new Date(shown - offsetAt(guess))
}

/** How far the clocks of Rome are ahead of UTC. */
function offsetAt(ms: number): number {
  const { day, minutes } = romanClock(new Date(ms))
  return Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs - Math.floor(ms / minuteMs) * minuteMs
}

export function isOpen(moment: Date, { from, to }: OpeningHours = standardHours): boolean {
  const { minutes } = romanClock(moment)
  return minutes >= from && minutes < to
}

/** When a lead that arrived then has waited for so many minutes of an office that answers. */
export function dueAt(arrived: Date, minutes: number, hours: OpeningHours = standardHours): Date {
  const start = isOpen(arrived, hours) ? arrived : nextOpening(arrived, hours)
  return new Date(start.getTime() + minutes * minuteMs)
}

/** The first opening after a moment at which the office is closed. */
function nextOpening(moment: Date, { from }: OpeningHours): Date {
  const { day, minutes } = romanClock(moment)
  const isToday = minutes < from
  return romanMoment({ day: isToday ? day : dayAfter(day), minutes: from })
}

/** `2026-12-31` → `2027-01-01`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minuteMs).toISOString().slice(0, 10)
}

interface Waiting {
  createdAt: Date
  answeredAt: Date | null
}

/** Not answered in the promised time: still waiting after it, or answered too late. */
export function isLate(
  { createdAt, answeredAt }: Waiting,
  now: Date,
  hours: OpeningHours = standardHours,
): boolean {
  return (answeredAt ?? now).getTime() > dueAt(createdAt, promisedMinutes, hours).getTime()
}
