import { clockOf, romanDay } from '../../../../kernel/romanDay.ts'
import { showFullDay } from '../../kit/format.ts'

/** Returns for example `14:30`, or `14:30 di venerdì 1 gennaio 2027` if the day is not today. */
export function pickupTime(pickupAt: string): string {
  const moment = new Date(pickupAt)
  const day = romanDay(moment)
  return `${clockOf(moment)}${day === romanDay(new Date()) ? '' : ` di ${showFullDay(day)}`}`
}
