import { Link } from 'react-router'
import { ListOffers, type OfferState, type StaffOffer } from '../../../../modules/trips/offers/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime, showDay, showEuro } from '../../kit/format.ts'
import { Empty } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { directionNames, offerStates } from './offerLabels.ts'

const stateChoices = Object.fromEntries(
  Object.entries(offerStates).map(([state, { label }]) => [state, label]),
)

export default function Offers() {
  const address = useListAddress(['state'])
  const { state } = address.filters
  const offers = useQueryCall(
    ListOffers,
    { ...address.input, ...(state ? { state: state as OfferState } : {}) },
    { keepPrevious: true },
  )
  const columns: DataColumn<StaffOffer>[] = [
    {
      id: 'code',
      header: 'Richiesta',
      cell: ({ leadKind: kind, leadId: id, code }) => (
        <Link to={leadPath({ kind, id })} className="figures font-medium text-sea-deep underline">
          {code}
        </Link>
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
  return (
    <>
      <Title intro="I preventivi si mandano da una richiesta.">Preventivi</Title>
      <FilterBar>
        <SearchBox label="Cerca per codice o nome del cliente" address={address} />
        <ChoiceFilter
          label="Stato"
          value={state}
          choices={stateChoices}
          onChoose={(chosen) => address.set({ state: chosen })}
        />
      </FilterBar>
      <DataTable
        caption="Preventivi"
        columns={columns}
        of={offers}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || state ? (
            'Nessun preventivo corrisponde ai filtri'
          ) : (
            <Empty
              action={
                <Link to={adminPath('richieste/')} className={buttonClass('plain')}>
                  Richieste
                </Link>
              }
            >
              Nessun preventivo: apri una richiesta e mandalo da lì
            </Empty>
          )
        }
      />
    </>
  )
}
