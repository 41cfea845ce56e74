import type { Context } from '../../../kernel/context.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { countOf } from '../../catalog/fares/counts.contract.ts'
import { dayFault, dayFaultKeys, isDayFault, lastDayFrom } from '../../catalog/fares/days.contract.ts'
import { shownParty } from '../../catalog/prices/quote.contract.ts'
import type { Choice } from './contract.ts'

// A choice is the trip that a visitor enters: `?giorno=2027-07-15&passeggeri=6&bagagli=5&ritorno=…`. `ar=1` marks a
// return trip, even if the day of the way back is unknown. Invalid values become one word such as `passato`, so that
// the cache holds few versions of a page.

/** Replaces every count above eight. No vehicle has room for more than eight. */
const countMax = 9

type Clean = (text: string, context: Context) => string

/** Returns '' for today, the default. */
const dayOfTravel: Clean = (text, context) => (text === romanToday(context) ? '' : dayOf(text, context))

const dayOf: Clean = (text, context) => {
  if (text === '') return ''
  if (isDayFault(text)) return text
  return dayFault(text, romanToday(context)) ?? text
}

const countFrom = (min: number) => (text: string) => {
  const count = text.trim() === '' ? null : countOf(text.slice(0, 40))
  if (text.trim() === '') return ''
  return count === null || count < min ? 'illeggibile' : String(Math.min(count, countMax))
}

/** Parameters of a choice, in their order in the page's cache key. */
export const choiceNames = ['giorno', 'ar', 'ritorno', 'passeggeri', 'bagagli'] as const

export type ChoiceName = (typeof choiceNames)[number]

export const choiceCleaners = {
  giorno: dayOfTravel,
  passeggeri: countFrom(1),
  bagagli: countFrom(0),
  ritorno: dayOf,
  ar: (text) => (text === '1' ? text : ''),
} satisfies Record<ChoiceName, Clean>

export function choiceOf(t: Translate, query: Partial<Record<ChoiceName, string>>, context: Context): Choice {
  const today = romanToday(context)
  const errors: Choice['errors'] = []
  const day = (name: 'giorno' | 'ritorno') => {
    const text = query[name] ?? ''
    if (!isDayFault(text)) return text || null
    errors.push({ path: name, message: `${t(dayFaultKeys[text])} ${t('choice.today')}` })
    return null
  }
  const count = (name: 'passeggeri' | 'bagagli', message: string) => {
    const text = query[name] ?? ''
    if (text === 'illeggibile') errors.push({ path: name, message })
    return /^\d$/.test(text) ? Number(text) : null
  }
  const chosen = {
    today,
    lastDay: lastDayFrom(today),
    day: day('giorno'),
    passengers: count('passeggeri', t('choice.passengers')),
    bags: count('bagagli', t('choice.bags')),
  }
  const back = day('ritorno')
  const isBefore = back !== null && back < (chosen.day ?? today)
  if (isBefore) errors.push({ path: 'ritorno', message: t('check.returnFirst') })
  const isReturn = query.ar === '1' || Boolean(query.ritorno)
  return { ...chosen, isReturn, returnDay: isBefore ? null : back, party: shownParty(chosen), errors }
}

/** Returns whether the URL has values that a visitor entered. */
export const isChosen = (query: object) =>
  ['departure', ...choiceNames, 'cerca'].some((name) => name in query)
