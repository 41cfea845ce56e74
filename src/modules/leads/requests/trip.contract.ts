import { phoneProblems } from '../../../kernel/phonePrefix.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sentence } from '../../../languages/translate.ts'
import { dayFault, dayFaultKeys } from '../../catalog/fares/days.contract.ts'
import { positionMessage, positionOf } from './position.contract.ts'

// Rules of trips, for commands and browsers. Few imports keep the browser's bundle small.

type Text = string | null | undefined

export interface TripDates {
  date?: Text
  returnDate?: Text
}

export interface TripProblem {
  path: string
  message: Sentence
}

/** Returns whether a day is in ISO form. Other text such as `metà luglio` is allowed; staff then ask for the date. */
const isIso = (text: Text): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** Checks the order of the days only if both days are valid. */
export function tripDateProblems({ date, returnDate }: TripDates, today: string): TripProblem[] {
  const problems: TripProblem[] = []
  for (const [path, day] of Object.entries({ date, returnDate })) {
    const fault = isIso(day) ? dayFault(day, today) : null
    if (fault) problems.push({ path, message: (t) => t(dayFaultKeys[fault]) })
  }
  if (problems.length === 0 && isIso(date) && isIso(returnDate) && returnDate < date)
    problems.push({ path: 'returnDate', message: (t) => t('check.returnFirst') })
  return problems
}

/** Returns a sentence for each invalid day and for an invalid position. Ignores values that are no text. */
export function tripProblems(
  { date, returnDate, position }: Record<string, unknown>,
  today: string,
): TripProblem[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const problems = tripDateProblems({ date: text(date), returnDate: text(returnDate) }, today)
  const isPosition = positionOf(text(position)) !== null
  return isPosition ? problems : [...problems, { path: 'position', message: positionMessage }]
}

/** Returns a sentence for each fault of a request. `language` is the caller's, if the request itself states none. */
export function leadProblems(
  input: Record<string, unknown>,
  today: string,
  language: LanguageCode,
): TripProblem[] {
  const ofPage = typeof input.language === 'string' && input.language ? input.language : language
  return [...phoneProblems(input.phone, ofPage), ...tripProblems(input, today)]
}

/** Returns the fields for day and time that are empty although the sender did not tick `whenUnknown`. */
export function whenProblems({ date, time, whenUnknown }: Record<string, unknown>): TripProblem[] {
  if (whenUnknown) return []
  const problems: TripProblem[] = []
  if (!date) problems.push({ path: 'date', message: (t) => t('check.dayOrUnknown') })
  if (!time) problems.push({ path: 'time', message: (t) => t('check.timeOrUnknown') })
  return problems
}

export type RequestKind = 'booking' | 'availability' | 'contact'

interface Asked {
  hasPrice: boolean
  date?: Text
  time?: Text
}

/** Returns the call that stores a request. Only a request with price, day and time is a booking. */
export function requestKind({ hasPrice, date, time }: Asked): RequestKind {
  if (!hasPrice) return 'contact'
  return date && time ? 'booking' : 'availability'
}
