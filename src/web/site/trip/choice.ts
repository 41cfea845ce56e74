import { shortDayWords } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Chosen, Journey } from '../../../modules/content/pages/contract.ts'

export const choiceQuery = ({ day, isReturn, returnDay, passengers, bags }: Chosen) => ({
  ...(day && { giorno: day }),
  ...(passengers !== null && { passeggeri: String(passengers) }),
  ...(bags !== null && { bagagli: String(bags) }),
  ...(returnDay ? { ritorno: returnDay } : isReturn && { ar: '1' }),
})

export const withChoice = (path: string, choice: Chosen): string => withQuery(path, choiceQuery(choice))

const placeNames = ['departure', 'departureTown', 'destination', 'destinationTown'] as const

export const tripNames = [...placeNames, 'giorno', 'passeggeri', 'bagagli', 'ar', 'ritorno']

export function withTrip(path: string, trip: Journey & Chosen): string {
  const places = placeNames.flatMap((name) => (trip[name] ? [[name, trip[name]]] : []))
  return withQuery(path, { ...Object.fromEntries(places), ...choiceQuery(trip) })
}

function withQuery(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values)
  return query.size > 0 ? `${path}?${query}` : path
}

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** Returns for example `dal 1 luglio al 31 agosto`, with the year if the first day is more than a year away. */
export function periodWords(
  t: Translate,
  { validFrom, validUntil }: { validFrom: string; validUntil: string | null },
  today: string,
): string {
  const isFar = Number(dateOf(validFrom)) - Number(dateOf(today)) > 365 * 86_400_000
  const from = shortDayWords(t, validFrom)
  const period = validUntil
    ? t('list.period', { from, until: shortDayWords(t, validUntil) })
    : t('list.periodOpen', { from })
  return isFar ? `${period} ${validFrom.slice(0, 4)}` : period
}
