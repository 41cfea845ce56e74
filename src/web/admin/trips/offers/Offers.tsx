import { Link } from 'react-router'
import { ListOffers, type StaffOffer } from '../../../../modules/trips/offers/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime, showDay, showEuro } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { useRights } from '../../kit/rights.ts'
import { Empty } from '../../kit/States.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { directionNames, offerStates } from './offerLabels.ts'

const stateChoices = Object.fromEntries(
  Object.entries(offerStates).map(([state, { label }]) => [state, label]),
)

const columns: DataColumn<StaffOffer>[] = [
  {
    id: 'code',
    header: 'Richiesta',
    cell: ({ leadKind: kind, leadId: id, code }) => (
      <RowLink to={leadPath({ kind, id })} className="figures">
        {code}
      </RowLink>
    ),
  },
  {
    id: 'lines',
    header: 'Viaggio',
    cell: ({ lines }) => (
      <ul>
        {lines.map(({ direction, day, time }) => (
          <li key={direction}>
            {directionNames[direction]}:{' '}
            {[day && showDay(day), time].filter(Boolean).join(', ') || 'da concordare'}
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'total', header: 'Totale', sort: 'total', align: 'right', cell: ({ total }) => showEuro(total) },
  {
    id: 'state',
    header: 'Stato',
    cell: ({ state }) => <Badge tone={offerStates[state].tone}>{offerStates[state].label}</Badge>,
  },
  {
    id: 'validUntil',
    header: 'Valido fino al',
    sort: 'validUntil',
    cell: ({ validUntil }) => showDateTime(validUntil),
  },
  {
    id: 'createdAt',
    header: 'Mandato il',
    sort: 'createdAt',
    cell: ({ createdAt, sentBy }) => `${showDateTime(createdAt)}, ${sentBy}`,
  },
]

export default listScreen({
  title: 'Preventivi',
  intro: 'I preventivi si mandano da una richiesta.',
  caption: 'Preventivi',
  query: ListOffers,
  columns,
  search: 'Cerca per codice o nome del cliente',
  filters: [{ field: 'state', label: 'Stato', choices: stateChoices }],
  empty: <NoOffers />,
  emptyFiltered: 'Nessun preventivo corrisponde ai filtri',
})

function NoOffers() {
  const { opens } = useRights()
  const inbox = adminPath('richieste/')
  if (!opens(inbox)) return 'Nessun preventivo'
  return (
    <Empty
      action={
        <Link to={inbox} className={buttonClass('plain')}>
          Richieste
        </Link>
      }
    >
      Nessun preventivo: apri una richiesta e mandalo da lì
    </Empty>
  )
}
