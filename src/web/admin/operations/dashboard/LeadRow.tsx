import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames } from '../../../../modules/leads/lead/contract.ts'
import { routeOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { showDay } from '../../kit/format.ts'
import { RowActions } from '../../kit/RowAction.tsx'
import { LanguageBadge } from '../../leads/inbox/LanguageBadge.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'

interface LeadRowProps {
  lead: LeadItem
  /** Shown next to the name, such as the remaining time. */
  mark: ReactNode
  actions: ReactNode
  children?: ReactNode
}

export function LeadRow({ lead, mark, actions, children }: LeadRowProps) {
  const { date, time, passengers, assignedToName } = lead
  const details = [
    date && showDay(date),
    time,
    passengers && `${passengers} pass.`,
    assignedToName && `di ${assignedToName}`,
  ].filter(Boolean)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p className="flex items-center gap-2 pr-14 @max-[14rem]:flex-wrap md:pr-0">
          <Link
            to={leadPath(lead)}
            className="min-w-0 @min-[14rem]:truncate pointer-coarse:-my-3 pointer-coarse:py-3 font-semibold text-sea-deep underline underline-offset-4"
          >
            {whoOf(lead)}
          </Link>
          <LanguageBadge {...lead} /> {mark}
        </p>
        <p className="dotted figures text-ink-soft text-sm">
          <span>
            <Arrowed text={routeOf(lead) || kindNames[lead.kind].one} />
          </span>
          {details.length > 0 && <span>{details.join(' · ')}</span>}
        </p>
        {children}
      </div>
      <RowActions>{actions}</RowActions>
    </div>
  )
}
