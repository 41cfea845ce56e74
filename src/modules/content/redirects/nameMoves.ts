import { on } from '../../../kernel/message.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Names, placeNamesChanged } from '../../catalog/places/names.contract.ts'
import { placePathOf } from '../../catalog/places/queries.ts'
import { routePathOf } from '../../catalog/search/queries.ts'
import { moveAll } from './queries.ts'

interface Ends {
  departureId: number
  departure: string
  departureNames: Names
  destination: string
  destinationNames: Names
}

const findEnds = (tx: Tx, id: number) => tx<Ends[]>`
  select d.id as departure_id, d.name as departure, coalesce(dn.names, '{}') as departure_names,
    t.name as destination, coalesce(tn.names, '{}') as destination_names
  from route_prices r join locations d on d.id = departure_location_id join locations t on t.id = destination_location_id
    left join location_names dn on dn.id = d.id left join location_names tn on tn.id = t.id
  where is_active and ${id} in (departure_location_id, destination_location_id)`

/** Redirects the old addresses of a place and of its routes in the languages whose name of the place changed. */
export const redirectRenamedPlace = on(
  'content:redirectRenamedPlace',
  placeNamesChanged,
  async ({ locationId, from }, { write }) => {
    await write.begin(async (tx) => {
      const [place] = await tx<[{ name: string; names: Names }?]>`
        select name, coalesce(names, '{}') as names
        from locations l left join location_names n using (id) where l.id = ${locationId}`
      if (!place) return
      // Events may arrive twice and in any order, so the new name is the current one.
      const changed = languages.slice(1).flatMap((language) => {
        const [old, now] = [slugOf(from[language] || place.name), slugOf(place.names[language] || place.name)]
        return old === now ? [] : [{ language, old, now }]
      })
      if (changed.length === 0) return
      const routes = await findEnds(tx, locationId)
      const moves = changed.flatMap(({ language, old, now }) => {
        const { t } = languageWith(language)
        const slugIn = (name: string, names: Names) => slugOf(names[language] || name)
        const ofRoutes = routes.map((route) => {
          const isDeparture = route.departureId === locationId
          const other = isDeparture
            ? slugIn(route.destination, route.destinationNames)
            : slugIn(route.departure, route.departureNames)
          return (own: string) => routePathOf(isDeparture ? `${own}-${other}` : `${other}-${own}`)
        })
        const ofLists = ['/tratte/', '/prezzi/'].map((list) => (own: string) => `${list}da-${own}/`)
        return [placePathOf, ...ofLists, ...ofRoutes].map((pathOf) => ({
          fromPath: localPath(t, pathOf(old)),
          toPath: localPath(t, pathOf(now)),
        }))
      })
      await moveAll(tx, moves)
    })
  },
)
