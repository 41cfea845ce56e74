import type { ReactNode } from 'react'
import { ListLocations, type LocationSummary } from '../../../../modules/catalog/places/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'

export interface PlaceChoices {
  locations: LocationSummary[]
  /** Options of a `<select>`. */
  places: (readonly [id: number, name: string])[]
}

/** Loads the places first, because a `<select>` loses a value for which it has no option. */
export function WithPlaces({ children }: { children: (choices: PlaceChoices) => ReactNode }) {
  const locations = useQueryCall(ListLocations, { limit: 100 })
  return (
    <Answer of={locations} rows={10}>
      {(found) => {
        const all = Array.isArray(found) ? found : found.items
        return children({ locations: all, places: all.map(({ id, name }) => [id, name] as const) })
      }}
    </Answer>
  )
}
