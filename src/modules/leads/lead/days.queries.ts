import { refusal } from '../../../kernel/httpError.ts'
import { isDay } from '../../../kernel/romanDay.ts'

type Days = { [Name in 'from' | 'to' | 'travelFrom' | 'travelTo']?: string | undefined }

/** Throws HttpError 422 for a day such as 31 February, which matches the pattern of `LeadDay`. */
export function refuseUnknownDays({ from, to, travelFrom, travelTo }: Days): void {
  for (const [path, day] of Object.entries({ from, to, travelFrom, travelTo }))
    if (day && !isDay(day)) throw refusal(path, 'Indica una data valida')
}
