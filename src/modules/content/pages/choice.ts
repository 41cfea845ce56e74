import type { Context } from '../../../kernel/context.ts'
import { dayAfter, isDay, romanToday } from '../../../kernel/romanDay.ts'
import { countOf } from '../../catalog/fares/counts.contract.ts'
import type { Choice } from './contract.ts'

// The trip that a visitor chooses in the address of a page: `?giorno=2027-07-15&passeggeri=6&bagagli=5&ritorno=…`.
// Each value is reduced to one of a few texts: an invalid value becomes a word such as `passato`, and every count above
// eight becomes the same count.

/** Bookings are not made further ahead. */
const daysAhead = 550

/** More than this many people or bags need several vehicles. */
const countMax = 9

type Clean = (text: string, context: Context) => string

/** Today equals no day. */
const dayOfTravel: Clean = (text, context) => (text === romanToday(context) ? '' : dayOf(text, context))

const dayOf: Clean = (text, context) => {
  if (text === '') return ''
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || !isDay(text)) return text in dayFaults ? text : 'inesistente'
  const today = romanToday(context)
  if (text < today) return 'passato'
  return text > dayAfter(today, daysAhead) ? 'lontano' : text
}

const countFrom = (min: number) => (text: string) => {
  const count = text.trim() === '' ? null : countOf(text.slice(0, 40))
  if (text.trim() === '') return ''
  return count === null || count < min ? 'illeggibile' : String(Math.min(count, countMax))
}

/** The parameters of a choice, in the order of the page's cache key. */
export const choiceNames = ['giorno', 'ritorno', 'passeggeri', 'bagagli'] as const

export type ChoiceName = (typeof choiceNames)[number]

/** Functions that clean each parameter; '' means that the parameter is absent. */
export const choiceCleaners = {
  giorno: dayOfTravel,
  passeggeri: countFrom(1),
  bagagli: countFrom(0),
  ritorno: dayOf,
} satisfies Record<ChoiceName, Clean>

const dayFaults: Record<string, string> = {
  inesistente: 'Questo giorno non esiste: scegline un altro. Qui sotto vedi i prezzi di oggi.',
  passato: 'Questo giorno è già passato: scegline uno da oggi in poi. Qui sotto vedi i prezzi di oggi.',
  lontano: 'Questo giorno è troppo lontano: scegline uno più vicino. Qui sotto vedi i prezzi di oggi.',
}

/** Returns the cleaned choice with a message for each fault. */
export function choiceOf(query: Partial<Record<ChoiceName, string>>, context: Context): Choice {
  const today = romanToday(context)
  const errors: Choice['errors'] = []
  const day = (name: 'giorno' | 'ritorno') => {
    const text = query[name] ?? ''
    const message = dayFaults[text]
    if (message) errors.push({ path: name, message })
    return text && !message ? text : null
  }
  const count = (name: 'passeggeri' | 'bagagli', message: string) => {
    const text = query[name] ?? ''
    if (text === 'illeggibile') errors.push({ path: name, message })
    return /^\d$/.test(text) ? Number(text) : null
  }
  const chosen = {
    today,
    lastDay: dayAfter(today, daysAhead),
    day: day('giorno'),
    passengers: count('passeggeri', 'Indica almeno un passeggero, in cifre.'),
    bags: count('bagagli', 'Indica i bagagli in cifre, 0 se non ne hai.'),
  }
  const back = day('ritorno')
  const isBefore = back !== null && back < (chosen.day ?? today)
  if (isBefore) errors.push({ path: 'ritorno', message: 'Il ritorno viene prima dell’andata.' })
  const party = {
    passengers: chosen.passengers ?? 2,
    bags: chosen.bags ?? (chosen.passengers === null ? 2 : 0),
  }
  return { ...chosen, returnDay: isBefore ? null : back, party, errors }
}

/** Whether the visitor chose anything: such a page is made for one visitor. */
export const isChosen = (query: object) => choiceNames.some((name) => name in query)

/** Whether a valid value is chosen. */
export const hasChosen = ({ day, returnDay, passengers, bags }: Choice) =>
  [day, returnDay, passengers, bags].some((value) => value !== null)
