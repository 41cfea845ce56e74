import { joinAct } from '../../../kernel/bulkActCause.ts'
import { on } from '../../../kernel/message.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import { routeDeleted, routeMoved } from '../../catalog/routes/contract.ts'
import { routeRestored } from '../../catalog/routes/family.contract.ts'
import {
  localSlugsOfIds,
  routePathOf,
  routePathOfId,
  routePathsOfIds,
} from '../../catalog/search/search.queries.ts'
import { clear, gone, moved } from './moves.writes.ts'

// Each reaction reads the route's current path, because events may arrive twice and in any order.

/** Redirects a route's old paths to its current paths. If the route was deleted, marks the old paths as gone. */
export const redirectMovedRoute = on(
  'content:redirectMovedRoute',
  routeMoved,
  async ({ routeId, fromSlug, fromLocalSlugs = {} }, { write }) => {
    await write.begin(async (tx) => {
      const old = routePathOf(fromSlug)
      const current = await routePathOfId(tx, { routeId, slug: fromSlug })
      if (current === null) await gone(tx, old)
      else if (current !== old) await moved(tx, old, current)
      const [now] = await localSlugsOfIds(tx, [routeId])
      for (const [language, slug] of Object.entries(fromLocalSlugs)) {
        const pathOf = (own: string) => localPath(languageWith(language).t, routePathOf(own))
        const next = now?.[language]
        if (next === undefined) await gone(tx, pathOf(slug))
        else if (next !== slug) await moved(tx, pathOf(slug), pathOf(next))
      }
    })
  },
)

/** Marks the paths of a deleted route as gone, except a path that a route uses again. */
export const markDeletedRoute = on(
  'content:markDeletedRoute',
  routeDeleted,
  async ({ routeId, slug, localSlugs, cause }, { write }) => {
    await write.begin(async (tx) => {
      if (!(await joinAct(tx, cause))) return
      if ((await routePathOfId(tx, { routeId, slug })) === null) await gone(tx, routePathOf(slug))
      const [restored] = await localSlugsOfIds(tx, [routeId])
      if (!restored) for (const path of pathsOfSlugs(localSlugs, routePathOf)) await gone(tx, path)
    })
  },
)

/** Deletes the redirects and 410s of a route's paths. The page comes before them, but they would apply while it is off. */
export const clearAddress = on(
  'content:clearAddress',
  routeRestored,
  async ({ routeId, cause }, { write }) => {
    await write.begin(async (tx) => {
      // The undo of the act then brings the 410s back, which the undo of the earlier deletion expects.
      if (!(await joinAct(tx, cause))) return
      const paths = await routePathsOfIds(tx, [routeId])
      const [slugs] = await localSlugsOfIds(tx, [routeId])
      await clear(tx, [...paths, ...pathsOfSlugs(slugs, routePathOf)])
    })
  },
)
