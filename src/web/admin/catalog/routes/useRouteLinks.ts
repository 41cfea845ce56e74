import { ListFamily, ListRoutes, ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { LinkRoute, UnlinkRoute } from '../../../../modules/catalog/routes/family.contract.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall } from '../../kit/api.ts'

/** Names of the queries that a change of a family makes outdated. */
export const familyQueries = [ListFamily.http, ListRoutes.http, ReadRoute.http]

interface Named {
  id: number
  name: string
}

const failedUndo = 'Impossibile annullare'

/** Links a route to the main route; the toast offers the way back. The promise is rejected with a refusal. */
export function useRouteLink(mainId: number): (route: Named) => Promise<void> {
  const link = useCommandCall(LinkRoute, { renews: familyQueries })
  const undo = useCommandCall(UnlinkRoute, { failed: failedUndo, renews: familyQueries })
  return async (route) => {
    const input = { id: mainId, routeId: route.id }
    await link.mutateAsync(input)
    say('Tratta collegata', route, () => undo.mutate(input))
  }
}

/** Unlinks a route from the main route; the toast offers the way back, also after the screen has left the route. */
export function useRouteUnlink(mainId: number): (route: Named) => void {
  const unlink = useCommandCall(UnlinkRoute, {
    failed: 'Impossibile scollegare la tratta',
    renews: familyQueries,
  })
  const undo = useCommandCall(LinkRoute, { failed: failedUndo, renews: familyQueries })
  return (route) => {
    const input = { id: mainId, routeId: route.id }
    const said = () => say('Tratta scollegata', route, () => undo.mutate(input))
    // `useCommandCall` shows a failure.
    unlink.mutateAsync(input).then(said, () => {})
  }
}

/** The fonts lack the arrow of `A → B`, and a toast shows only text. */
const say = (title: string, { name }: Named, undo: () => void) =>
  toast({ title, text: name.replace(' → ', ' – '), action: { label: 'Annulla', run: undo } })
