import { ListFamily, ListRoutes, ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { LinkRoute, UnlinkRoute } from '../../../../modules/catalog/routes/family.contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { useUndoToast } from '../../kit/useUndoToast.ts'

/** Names of the queries that a change of a family makes outdated. */
export const familyQueries = [ListFamily.http, ListRoutes.http, ReadRoute.http]

interface Named {
  id: number
  name: string
}

/** Links a route to the main route. The promise is rejected with a refusal. */
export function useRouteLink(mainId: number): (route: Named) => Promise<void> {
  const link = useCommandCall(LinkRoute, { renews: familyQueries })
  const say = useUndoToast(familyQueries)
  return async (route) => {
    const done = await link.mutateAsync({ id: mainId, routeId: route.id })
    // A process of the previous release responds without a body.
    say('Tratta collegata', { text: textOf(route), actId: done?.actId })
  }
}

/** Unlinks a route from the main route. */
export function useRouteUnlink(mainId: number): (route: Named) => void {
  const unlink = useCommandCall(UnlinkRoute, {
    failed: 'Impossibile scollegare la tratta',
    renews: familyQueries,
  })
  const say = useUndoToast(familyQueries)
  return (route) => {
    // `useCommandCall` shows a failure.
    unlink.mutateAsync({ id: mainId, routeId: route.id }).then(
      (done) => say('Tratta scollegata', { text: textOf(route), actId: done?.actId }),
      () => {},
    )
  }
}

/** The fonts lack the arrow of `A → B`, and a toast shows only text. */
const textOf = ({ name }: Named) => name.replace(' → ', ' – ')
