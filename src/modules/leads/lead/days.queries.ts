import { refusal } from '../../../kernel/httpError.ts'
import { isDay } from '../../../kernel/romanDay.ts'

/** Throws HttpError 422 for a day such as 31 February, which matches the pattern of `LeadDay`. */
export function refuseUnknownDays(days: { from?: string | undefined; to?: string | undefined }): void {
  for (const [path, day] of Object.entries({ from: days.from, to: days.to }))
    if (day && !isDay(day)) throw refusal(path, 'Indica una data valida')
}
