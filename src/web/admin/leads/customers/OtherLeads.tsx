import { Link } from 'react-router'
import { ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'
import { kindNames, type LeadKind, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { routeOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf, showDate } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { leadPath } from '../lead/leadCalls.ts'
import { stateTones } from '../lead/leadLabels.ts'
import { customerPath } from './customerCalls.ts'

const shownMax = 5

export function OtherLeads({ kind, id }: { kind: LeadKind; id: number }) {
  const customer = useQueryCall(ReadLeadCustomer, { kind, id })
  return (
    <Answer of={customer} rows={1}>
      {({ id: customerId, leads, notes }) => {
        const others = leads.filter((lead) => lead.kind !== kind || lead.id !== id)
        return (
          <section aria-labelledby="altre-richieste">
            <h3 id="altre-richieste" className="mb-1 font-semibold">
              Altre richieste di questa persona
            </h3>
            {others.length === 0 && <p className="text-ink-soft text-sm">Nessuna: è la prima volta.</p>}
            <ul className="grid gap-1 text-sm">
              {others.slice(0, shownMax).map((lead) => (
                <li key={`${lead.kind}-${lead.id}`} className="flex flex-wrap items-center gap-x-2">
                  <span className="figures text-ink-soft">{showDate(lead.createdAt)}</span>
                  <Link to={leadPath(lead)} className="text-sea-deep underline">
                    <Arrowed text={routeOf(lead) || kindNames[lead.kind].one} />
                  </Link>
                  <Badge tone={stateTones[lead.status]}>{stateNames[lead.status]}</Badge>
                </li>
              ))}
            </ul>
            <p className="mt-1 text-sm">
              <Link to={customerPath(customerId)} className="text-sea-deep underline">
                Storia del cliente
              </Link>
              {others.length > shownMax &&
                `, ${countOf(others.length - shownMax, ['altra richiesta', 'altre richieste'])}`}
              {notes.length > 0 && (notes.length === 1 ? ', una nota' : `, ${notes.length} note`)}
            </p>
          </section>
        )
      }}
    </Answer>
  )
}
