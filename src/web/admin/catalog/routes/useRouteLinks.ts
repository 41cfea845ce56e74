import { useQueryClient } from '@tanstack/react-query'
import { ListFamily, ListRoutes, ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { LinkRoute, UnlinkRoute } from '../../../../modules/catalog/routes/family.contract.ts'
import { call } from '../../../client.ts'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { leaveIfOut } from '../../session.ts'

/** Queries that a change of a family makes outdated. */
export const familyAnswers = [ListFamily.http, ListRoutes.http, ReadRoute.http]

interface Named {
  id: number
  name: string
}

/** The fonts lack the arrow of `A → B`, and a toast shows only text. */
const plain = (name: string) => name.replace(' → ', ' – ')

/** Links routes to a main route and unlinks them. Each function returns in Italian why it failed; null if it did not. */
export function useRouteLinks(mainId: number) {
  const client = useQueryClient()
  const acts = {
    link: (id: number) => call<typeof LinkRoute>(LinkRoute.http, { id: mainId, routeId: id }),
    unlink: (id: number) => call<typeof UnlinkRoute>(UnlinkRoute.http, { id: mainId, routeId: id }),
  }

  async function run(act: () => Promise<unknown>): Promise<string | null> {
    try {
      await act()
      return null
    } catch (error) {
      leaveIfOut(error)
      return sentenceOf(error)
    } finally {
      await renew(client, familyAnswers)
    }
  }

  async function undo(act: () => Promise<unknown>): Promise<void> {
    const refusal = await run(act)
    if (refusal) toast({ title: 'Impossibile annullare', text: refusal, tone: 'destructive' })
  }

  return {
    async link({ id, name }: Named): Promise<string | null> {
      const refusal = await run(() => acts.link(id))
      if (refusal) return refusal
      const action = { label: 'Annulla', run: () => void undo(() => acts.unlink(id)) }
      toast({ title: 'Tratta collegata', text: plain(name), action })
      return null
    },
    async unlink({ id, name }: Named): Promise<void> {
      const refusal = await run(() => acts.unlink(id))
      if (refusal) toast({ title: 'Impossibile scollegare la tratta', text: refusal, tone: 'destructive' })
      else {
        const action = { label: 'Annulla', run: () => void undo(() => acts.link(id)) }
        toast({ title: 'Tratta scollegata', text: plain(name), action })
      }
    },
  }
}
