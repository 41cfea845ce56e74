import type { Translate } from '../../languages/translate.ts'
import {
  type OpeningHours,
  promisedMinutes,
  promisedTime,
} from '../../modules/settings/company/sentences.contract.ts'

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', timeStyle: 'short' })

/** Returns when the office answers: `entro 15 minuti` or, while the office is closed, for example `entro le 06:15`. */
export function promiseAt(t: Translate, now: Date, { openingFrom, openingTo }: OpeningHours): string {
  const time = clock.format(now)
  if (time >= openingFrom && time < openingTo) return promisedTime(t)
  const [hours = 0, minutes = 0] = openingFrom.split(':').map(Number)
  const due = new Date(Date.UTC(2000, 0, 1, hours, minutes + promisedMinutes))
  return t('office.promiseAt', { time: due.toISOString().slice(11, 16) })
}
