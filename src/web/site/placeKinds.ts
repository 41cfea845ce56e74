import type { SimpleKey } from '../../languages/translate.ts'
import type { LocationType } from '../../modules/catalog/search/contract.ts'

/** Keys of the messages that name the kinds of places. */
export const placeKindKeys = {
  Città: 'place.city',
  Aeroporto: 'place.airport',
  Porto: 'place.port',
  Attrazione: 'place.sight',
  Stazione: 'place.station',
} as const satisfies Record<LocationType, SimpleKey>
