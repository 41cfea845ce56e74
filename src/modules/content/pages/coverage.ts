import { slugOf } from '../../../kernel/slug.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { placePathsOfNames } from '../../catalog/places/placePages.queries.ts'
import { findPlace, localCatalog } from '../../catalog/search/search.queries.ts'
import type { PlaceLink } from './contract.ts'

/** Name that the site shows for a place, with the stored name if it differs. */
type Called = string | [text: string, name: string]

const brindisiAirport: Called = ['Aeroporto di Brindisi', 'Aeroporto Brindisi']
const bariAirport: Called = ['Aeroporto di Bari', 'Aeroporto Bari']

const mainPlaces: Called[] = [
  brindisiAirport,
  bariAirport,
  'Gallipoli',
  'Lecce',
  'Otranto',
  'Santa Maria di Leuca',
]

const zones: { name: SimpleKey; places: Called[] }[] = [
  {
    name: 'zone.adriatic',
    places: [
      'Otranto',
      'Torre dell’Orso',
      'San Foca',
      'Santa Cesarea Terme',
      'Castro Marina',
      'Tricase Porto',
    ],
  },
  {
    name: 'zone.ionian',
    places: [
      'Gallipoli',
      'Porto Cesareo',
      'Santa Maria al Bagno',
      'Torre San Giovanni',
      'Pescoluse',
      'Torre Vado',
    ],
  },
  { name: 'zone.inland', places: ['Lecce', 'Nardò', 'Galatina', 'Maglie', 'Martano', 'Ugento'] },
  {
    name: 'zone.hubs',
    places: [
      brindisiAirport,
      bariAirport,
      ['Stazione di Lecce', 'Stazione Lecce'],
      ['Stazione di Brindisi', 'Stazione Brindisi'],
      'Porto di Brindisi',
      'Porto di Bari',
    ],
  },
]

/** A place without a translated name gets its `text` as the name. */
async function linksOf(read: Sql, places: Called[], t: Translate): Promise<PlaceLink[]> {
  const called = places.map((place) => (typeof place === 'string' ? ([place, place] as const) : place))
  const names = called.map(([, name]) => name)
  const [paths, { nameOf }] = await Promise.all([placePathsOfNames(read, names, t), localCatalog(read, t)])
  const known = await Promise.all(names.map((name) => findPlace(read, slugOf(name))))
  return called.map(([text], index) => {
    const place = known[index]
    const local = place && nameOf(place)
    return { name: local && local !== place.name ? local : text, path: paths[index] ?? null }
  })
}

export const coverage = (read: Sql, t: Translate) => linksOf(read, mainPlaces, t)

export const zoneLinks = (read: Sql, t: Translate) =>
  Promise.all(
    zones.map(async ({ name, places }) => ({ name: t(name), places: await linksOf(read, places, t) })),
  )
