import { Link } from 'react-router'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { ListServiceSheets } from '../../../../modules/trips/sheets/contract.ts'
import { numberOf } from '../../../../modules/trips/sheets/words.contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'

/** Lists a lead's current sheets. Links to the driver's reminder while a confirmed trip has no sheet. */
export function LeadSheets({ lead }: { lead: LeadDetail }) {
  const { kind: leadKind, id: leadId, status, departure, returnTrip } = lead
  const sheets = useQueryCall(ListServiceSheets, { leadKind, leadId, page: 1, limit: 20, sort: 'departure' })
  const current = (sheets.data?.items ?? []).filter(({ correctedBy }) => correctedBy === null)
  const hasReminder = status === 'confermata' && departure && current.length < (returnTrip ? 2 : 1)
  if (!hasReminder && current.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {current.map((sheet) => (
        <Link
          key={sheet.id}
          to={adminPath('fogli-di-servizio/:id/', { id: sheet.id })}
          className={buttonClass('plain')}
        >
          Foglio di servizio n. {numberOf(sheet)}
        </Link>
      ))}
      {hasReminder && (
        <Link to={`${leadPath(lead)}promemoria/`} className={buttonClass('plain')}>
          Promemoria per l’autista
        </Link>
      )}
    </div>
  )
}
