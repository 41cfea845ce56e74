import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { RoutePlace } from '../../catalog/book/contract.ts'
import { meetingPointWords } from '../../catalog/places/meetingPoint.contract.ts'
import { meetingPointOf } from '../../catalog/places/placePages.queries.ts'
import { translations } from '../translations/translated.queries.ts'

/** Returns the end of the sentence "Ti aspettiamo …". Other languages never get staff's Italian text. */
export async function meetingPointIn(read: Sql, t: Translate, place: RoutePlace): Promise<string> {
  if (t.language === languages[0]) return meetingPointOf(read, t, place)
  const translated = (await translations(read)).text('meetingPoint', place.id, t.language)
  return meetingPointWords(t, place.locationType, translated?.meetingPoint ?? null)
}
