import { Link } from 'react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { useRights } from '../../kit/rights.ts'
import { Empty } from '../../kit/States.tsx'

/** Shown instead of an empty list of routes. Links to the sections in which staff make routes. */
export function NoRoutes() {
  const { opens } = useRights()
  return (
    <Empty
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {opens('/admin/tratte/nuova/') && (
            <Link to="/admin/tratte/nuova/" className={buttonClass('plain')}>
              Aggiungi Tratta
            </Link>
          )}
          {opens('/admin/bulk-routes/') && (
            <Link to="/admin/bulk-routes/" className={buttonClass('plain')}>
              Creazione Tratte
            </Link>
          )}
        </div>
      }
    >
      Nessuna tratta registrata
    </Empty>
  )
}
