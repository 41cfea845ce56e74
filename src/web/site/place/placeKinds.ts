import type { SimpleKey } from '../../../languages/translate.ts'
import type { LocationType } from '../../../modules/catalog/placeSearch/locationType.contract.ts'

export const placeKindKeys = {
  Città: 'place.city',
  Aeroporto: 'place.airport',
  Porto: 'place.port',
  Attrazione: 'place.sight',
  Stazione: 'place.station',
} as const satisfies Record<LocationType, SimpleKey>
