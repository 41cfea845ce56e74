import { Link } from 'react-router'
import { ReadRoute, type StaffRoute } from '../../../../modules/catalog/routes/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { useRouteUnlink } from './useRouteLinks.ts'

/** States whose related route a route is, and unlinks it. */
export function RouteMain({ route, mainId }: { route: StaffRoute; mainId: number }) {
  const { data: main } = useQueryCall(ReadRoute, { id: mainId })
  const unlink = useRouteUnlink(mainId)
  if (!main) return null
  return (
    <section aria-labelledby="principale" className="mt-10 grid max-w-4xl gap-3">
      <h2 id="principale" className="font-semibold text-lg">
        Tratta principale
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          Correlata di{' '}
          <Link to={adminPath('tratte/:id/', { id: mainId })} className="text-sea-deep underline">
            <Arrowed text={`${main.departure} → ${main.destination}`} />
          </Link>
        </p>
        <Button
          look="plain"
          onClick={() => unlink({ id: route.id, name: `${route.departure} – ${route.destination}` })}
        >
          Scollega
        </Button>
      </div>
    </section>
  )
}
