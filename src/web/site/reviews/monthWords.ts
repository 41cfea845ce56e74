import type { Translate } from '../../../languages/translate.ts'

/** Formats `2026-08-14` or `2026-08` as `agosto 2026`. */
export function monthWords(t: Translate, date: string): string {
  return new Intl.DateTimeFormat(t.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
