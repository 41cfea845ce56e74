import { dateWords, isDay } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { tripProblems } from './trip.contract.ts'

// A request whose day or time has passed before it was sent, for example because the phone had no connection.

type Values = Record<string, string>

/** Value of the button `azione` that sends the form as a message. */
export const messageAct = 'messaggio'

/** Returns whether one of the sentences at a form's fields says that a day or time is past. */
export const saysPast = (t: Translate, sentences: readonly string[]): boolean =>
  sentences.includes(t('check.pastDay')) || sentences.includes(t('check.pastTime'))

/** Returns whether a day or time of the form is past. */
export const isPastTrip = (t: Translate, values: Values, now: Date): boolean =>
  saysPast(
    t,
    tripProblems(values, now).map(({ message }) => (typeof message === 'string' ? message : message(t))),
  )

/** Returns the values of a message with everything that the form contains. Its days are words, which may be past. */
export function asMessage<V extends Record<string, unknown>>(t: Translate, values: V): V {
  const worded = ['date', 'returnDate'].flatMap((name) => {
    const day = values[name]
    return typeof day === 'string' && isDay(day) ? [[name, dateWords(t, day)]] : []
  })
  return { ...values, ...Object.fromEntries(worded) }
}
