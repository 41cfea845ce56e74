import { isMeantAsClock, readClock } from '../../../kernel/clockTime.ts'
import { skippedHour } from '../../../kernel/moment.ts'
import { isDayForm, romanDay, romanMoments } from '../../../kernel/romanDay.ts'
import type { Sentence } from '../../../languages/translate.ts'
import { dayFault, dayFaultKeys } from '../../catalog/fares/days.contract.ts'
import type { AskedLegs } from '../lead/leg.contract.ts'

// Rules of trips, for commands and browsers. Few imports keep the browser's bundle small.

export interface TripProblem {
  path: string
  message: Sentence
}

/** Other text such as `metà luglio` is allowed; staff then ask for the day. The order is checked if both days are valid. */
export function tripDateProblems(
  { date, returnDate }: Pick<AskedLegs, 'date' | 'returnDate'>,
  today: string,
): TripProblem[] {
  const problems: TripProblem[] = []
  for (const [path, day] of Object.entries({ date, returnDate })) {
    const fault = isDayForm(day) ? dayFault(day, today) : null
    if (fault) problems.push({ path, message: (t) => t(dayFaultKeys[fault]) })
  }
  if (problems.length === 0 && isDayForm(date) && isDayForm(returnDate) && returnDate < date)
    problems.push({ path: 'returnDate', message: (t) => t('check.returnFirst') })
  return problems
}

/** Returns a sentence for each day or time that does not exist or is past in Rome. Ignores values that are no text. */
export function tripProblems(input: Record<string, unknown>, now: Date): TripProblem[] {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  const [date, returnDate] = [text('date'), text('returnDate')]
  const problems = tripDateProblems({ date, returnDate }, romanDay(now))
  const wrong = (path: string) => problems.some((problem) => problem.path === path)
  const there = timeFault('time', wrong('date') ? '' : date, text('time'), now)
  const back = timeFault('returnTime', wrong('returnDate') ? '' : returnDate, text('returnTime'), now)
  for (const { problem } of [there, back]) if (problem) problems.push(problem)
  if (there.moment && back.moment && back.moment <= there.moment && !wrong('returnDate'))
    problems.push({ path: 'returnTime', message: (t) => t('check.returnTimeFirst') })
  return problems
}

/** Returns the moment in Rome of a day with a clock time, or what is wrong with them. Words such as `sera` have neither. */
function timeFault(
  path: string,
  day: string,
  text: string,
  now: Date,
): { moment?: Date; problem?: TripProblem } {
  const clock = readClock(text)
  if (clock === null)
    return isMeantAsClock(text) ? { problem: { path, message: (t) => t('check.noSuchTime') } } : {}
  if (!isDayForm(day)) return {}
  const moments = romanMoments(day, clock)
  const [moment] = moments
  if (!moment) return { problem: { path, message: skippedHour(clock) } }
  // In the night in October, the same time may still come a second time.
  const isPast = moments.every((one) => one.getTime() < now.getTime() - minuteMs)
  return isPast ? { problem: { path, message: (t) => t('check.pastTime') } } : { moment }
}

/** A visitor who chooses the present minute may send it until the minute is over. */
const minuteMs = 60_000

/** Returns the fields for day and time that are empty although the sender did not tick `whenUnknown`. */
export function whenProblems({ date, time, whenUnknown }: Record<string, unknown>): TripProblem[] {
  if (whenUnknown) return []
  const problems: TripProblem[] = []
  if (!date) problems.push({ path: 'date', message: (t) => t('check.dayOrUnknown') })
  if (!time) problems.push({ path: 'time', message: (t) => t('check.timeOrUnknown') })
  return problems
}

export type RequestKind = 'booking' | 'availability' | 'contact'

/** Returns the call that stores a request. Only a request with price, day and time is a booking. */
export function requestKind({
  hasPrice,
  date,
  time,
}: Pick<AskedLegs, 'date' | 'time'> & { hasPrice: boolean }): RequestKind {
  if (!hasPrice) return 'contact'
  return date && time ? 'booking' : 'availability'
}
