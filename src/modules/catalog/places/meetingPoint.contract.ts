import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'

const usual = {
  Aeroporto: 'meeting.airport',
  Stazione: 'meeting.station',
  Porto: 'meeting.port',
  Città: 'meeting.town',
  Attrazione: 'meeting.sight',
} as const satisfies Record<LocationType, SimpleKey>

/** Returns the end of the sentence "Ti aspettiamo …". */
export function meetingPointWords(t: Translate, kind: LocationType, written: string | null): string {
  return (written ?? '').trim().replace(/\.$/, '') || t(usual[kind])
}
