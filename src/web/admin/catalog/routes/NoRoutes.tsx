import { Link } from 'react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useRights } from '../../kit/rights.ts'
import { Empty } from '../../kit/States.tsx'

/** Shown instead of an empty list of routes. Links to the sections in which staff make routes. */
export function NoRoutes() {
  const { opens } = useRights()
  return (
    <Empty
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {opens(adminPath('tratte/nuova/')) && (
            <Link to={adminPath('tratte/nuova/')} className={buttonClass('plain')}>
              Aggiungi Tratta
            </Link>
          )}
          {opens(adminPath('bulk-routes/')) && (
            <Link to={adminPath('bulk-routes/')} className={buttonClass('plain')}>
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
