import type { Static } from '@sinclair/typebox'
import { ListFamily, ListRoutes, ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { LinkRoute, UnlinkRoute } from '../../../../modules/catalog/routes/family.contract.ts'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall } from '../../kit/api.ts'

/** Names of the queries that a change of a family makes outdated. */
export const familyQueries = [ListFamily.http, ListRoutes.http, ReadRoute.http]

interface Named {
  id: number
  name: string
}

/** Links a route to the main route. The promise is rejected with a refusal. */
export function useRouteLink(mainId: number): (route: Named) => Promise<void> {
  const link = useCommandCall(LinkRoute, { renews: familyQueries })
  const say = useUndoableToast()
  return async (route) =>
    say('Tratta collegata', route, await link.mutateAsync({ id: mainId, routeId: route.id }))
}

/** Unlinks a route from the main route. */
export function useRouteUnlink(mainId: number): (route: Named) => void {
  const unlink = useCommandCall(UnlinkRoute, {
    failed: 'Impossibile scollegare la tratta',
    renews: familyQueries,
  })
  const say = useUndoableToast()
  return (route) => {
    // `useCommandCall` shows a failure.
    unlink.mutateAsync({ id: mainId, routeId: route.id }).then(
      (done) => say('Tratta scollegata', route, done),
      () => {},
    )
  }
}

/** The toast offers to undo the act, also after the screen has left the route. */
function useUndoableToast() {
  const undo = useCommandCall(UndoBulkAct, { failed: 'Impossibile annullare', renews: familyQueries })
  // A process of the previous release responds without a body.
  return (title: string, { name }: Named, { actId }: Static<typeof LinkRoute.output> = {}): void => {
    toast({
      title,
      // The fonts lack the arrow of `A → B`, and a toast shows only text.
      text: name.replace(' → ', ' – '),
      ...(actId !== undefined && { action: { label: 'Annulla', run: () => undo.mutate({ id: actId }) } }),
    })
  }
}
