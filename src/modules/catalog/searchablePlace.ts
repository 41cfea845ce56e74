import type { LocationType } from './search/contract.ts'

export interface SearchablePlace {
  id: number
  name: string
  cap: string
  iata: string | null
  locationType: LocationType
  latitude?: number | null
  longitude?: number | null
  /** Names in other languages, and other names in any language. */
  otherNames: readonly string[]
  /** Number of active routes from or to the place. Equal matches are sorted by this number. */
  routeCount: number
}

/** A place that a text names. `isAddress` is true if the text names more than the place, such as a hotel in a town. */
export interface Understood {
  place: SearchablePlace
  isAddress: boolean
  /** Whether the town of the address has a typing error. */
  isMisspelt?: boolean
}

/** In the order in which the site offers places. */
export const hubKinds: LocationType[] = ['Aeroporto', 'Stazione', 'Porto']

export const isHub = ({ locationType }: Pick<SearchablePlace, 'locationType'>) =>
  hubKinds.includes(locationType)
