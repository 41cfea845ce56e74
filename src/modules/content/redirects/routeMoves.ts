import { joinAct } from '../../../kernel/bulkAct.ts'
import { on } from '../../../kernel/message.ts'
import { routeDeleted, routeMoved } from '../../catalog/routes/contract.ts'
import { routePathOf, routePathOfId } from '../../catalog/search/queries.ts'
import { gone, moved } from './queries.ts'

// Events may arrive twice and in any order, so each reaction reads the route's current path.

/** Redirects a route's old path to its current one, or marks the old path as gone if the route was deleted. */
export const redirectMovedRoute = on(
  'content:redirectMovedRoute',
  routeMoved,
  async ({ routeId, fromSlug }, { write }) => {
    await write.begin(async (tx) => {
      const old = routePathOf(fromSlug)
      const current = await routePathOfId(tx, { routeId, slug: fromSlug })
      if (current === null) await gone(tx, old)
      else if (current !== old) await moved(tx, old, current)
    })
  },
)

/** Marks a deleted route's path as gone, unless another route uses the path. */
export const markDeletedRoute = on(
  'content:markDeletedRoute',
  routeDeleted,
  async ({ routeId, slug, cause }, { write }) => {
    await write.begin(async (tx) => {
      await joinAct(tx, cause)
      if ((await routePathOfId(tx, { routeId, slug })) === null) await gone(tx, routePathOf(slug))
    })
  },
)
