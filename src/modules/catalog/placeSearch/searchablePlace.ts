import type { LocationType } from './locationType.contract.ts'

export interface SearchablePlace {
  id: number
  name: string
  cap: string
  iata: string | null
  locationType: LocationType
  latitude?: number | null
  longitude?: number | null
  /** Names in other languages, and aliases in any language. */
  otherNames: readonly string[]
  /** Number of active routes from or to the place, which decides between equal matches. */
  routeCount: number
}

/** A place that a text names. `isAddress` is true if the text names something in the place, such as a hotel. */
export interface Understood {
  place: SearchablePlace
  isAddress: boolean
  /** True if the town of the address has a typing error. */
  isMisspelt?: boolean
}

/** Kinds of hubs, in the order in which the site offers them. */
export const hubKinds: LocationType[] = ['Aeroporto', 'Stazione', 'Porto']

export const isHub = ({ locationType }: Pick<SearchablePlace, 'locationType'>) =>
  hubKinds.includes(locationType)
