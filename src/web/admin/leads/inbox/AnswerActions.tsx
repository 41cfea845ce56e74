import { Link, useLocation, useNavigate } from 'react-router'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { rowActionClass } from '../../kit/RowAction.tsx'
import { leadPath } from '../lead/leadCalls.ts'
import { whoOf } from '../lead/leadLabels.ts'

type AnsweredLead = Pick<LeadItem, 'kind' | 'id' | 'links' | 'name' | 'phone'>

/** Each link opens the lead and chooses its channel for the reply. The link for a call also dials the number. */
export function AnswerActions({ lead }: { lead: AnsweredLead }) {
  const { links } = lead
  const { search } = useLocation()
  const navigate = useNavigate()
  const path = leadPath(lead, search)
  const who = <span className="sr-only"> {whoOf(lead)}</span>
  return (
    <>
      {links.call && (
        <a href={links.call} onClick={() => void navigate(`${path}#call`)} className={rowActionClass}>
          Chiama{who}
        </a>
      )}
      {links.whatsapp && (
        <Link to={`${path}#whatsapp`} className={rowActionClass}>
          WhatsApp{who}
        </Link>
      )}
      {links.email && (
        <Link to={`${path}#email`} className={rowActionClass}>
          Email{who}
        </Link>
      )}
    </>
  )
}
