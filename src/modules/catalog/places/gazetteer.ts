import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv/sync'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import { placeSearch } from '../placeSearch/placeSearch.queries.ts'
import { normalized } from '../placeSearch/placeWords.queries.ts'
import { bundledNames } from './bundledNames.ts'

// Bundled places of Puglia (data/locations.csv), used if no key for the map service is active or the service fails.

export interface GazetteerPlace {
  id: number
  /** Place id of the gazetteer, such as `salento:482`. */
  placeId: string
  name: string
  locationType: LocationType
  cap: string
  province: string
  comune: string
  latitude: number | null
  longitude: number | null
  istatCode: string | null
  zone: string | null
}

const file = path.join(import.meta.dirname, '../../../../data/locations.csv')
const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), {
  columns: true,
  skip_empty_lines: true,
})

const places: GazetteerPlace[] = rows.map((row) => ({
  id: Number(row.id),
  placeId: `salento:${row.id}`,
  name: row.name ?? '',
  locationType: row.location_type as LocationType,
  cap: row.cap ?? '',
  province: row.province ?? '',
  comune: row.comune ?? '',
  latitude: row.latitude ? Number(row.latitude) : null,
  longitude: row.longitude ? Number(row.longitude) : null,
  istatCode: row.istat_code || null,
  zone: row.zone || null,
}))

const byPlaceId = new Map(places.map((place) => [place.placeId, place]))
const byName = new Map(places.map((place) => [normalized(place.name), place]))
const byId = new Map(places.map((place) => [place.id, place]))
const namesByPlace = new Map(bundledNames.map((one) => [one.name, one]))
const search = placeSearch(
  places.map((place) => {
    const { names = {}, aliases = {} } = namesByPlace.get(place.name) ?? {}
    const otherNames = [...Object.values(names), ...Object.values(aliases).flat()]
    return { ...place, otherNames, iata: null, routeCount: 0 }
  }),
)

export function suggestFromGazetteer(text: string, limit: number): GazetteerPlace[] {
  return search.find(text, limit).flatMap(({ place }) => byId.get(place.id) ?? [])
}

export const gazetteerPlace = (placeId: string) => byPlaceId.get(placeId)

/** Finds a bundled place by its name, without regard to case and accents. */
export const gazetteerByName = (name: string) => byName.get(normalized(name))

export function comuniOfLecce(): GazetteerPlace[] {
  return places.filter(
    ({ province, istatCode, locationType }) =>
      province === 'LE' && istatCode !== null && locationType === 'Città',
  )
}

/** Returns whether an id is from the gazetteer and therefore unknown to the map service. */
export const isGazetteerId = (placeId: string) => placeId.startsWith('salento:')
