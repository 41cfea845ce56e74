import { useState } from 'react'
import { Link } from 'react-router'
import {
  type ClosedDay,
  DeleteClosedDay,
  ListClosedDays,
} from '../../../../modules/catalog/closedDays/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showLongDate } from '../../kit/format.ts'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function ClosedDays() {
  const address = useListAddress()
  const days = useQueryCall(ListClosedDays, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<ClosedDay | null>(null)
  const columns: DataColumn<ClosedDay>[] = [
    {
      id: 'day',
      header: 'Giorno',
      sort: 'day',
      cell: ({ id, day }) => (
        <Link to={adminPath('giorni-chiusi/:id/', { id })} className="font-medium text-sea-deep underline">
          {showLongDate(day)}
        </Link>
      ),
    },
    { id: 'reason', header: 'Motivo', cell: ({ reason }) => reason },
    {
      id: 'limit',
      header: 'Viaggi',
      sort: 'limit',
      cell: ({ maxTripsPerHour: max }) => (max === 0 ? 'Nessuno' : `Al massimo ${max} all’ora`),
    },
    actionsColumn((closed) => (
      <ThingActions
        to={adminPath('giorni-chiusi/:id/', { id: closed.id })}
        name={showLongDate(closed.day)}
        deletion={DeleteClosedDay}
        onDelete={() => setDeleting(closed)}
      />
    )),
  ]
  return (
    <>
      <Title
        intro="I giorni in cui non si viaggia, o si viaggia meno del solito. Per quei giorni, e nelle ore già piene, il sito scrive «ti confermiamo» invece di «prezzo fisso»."
        actions={
          <Link to={adminPath('giorni-chiusi/nuovo/')} className={buttonClass('sea')}>
            Nuovo giorno chiuso
          </Link>
        }
      >
        Giorni Chiusi
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per motivo" address={address} />
      </FilterBar>
      <DataTable
        caption="Giorni chiusi"
        columns={columns}
        of={days}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun giorno corrisponde alla ricerca'
            : 'Nessun giorno chiuso: aggiungi le feste e le ferie'
        }
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteClosedDay}
          id={deleting.id}
          title={`Eliminare il ${showLongDate(deleting.day)} dai giorni chiusi?`}
          done="Giorno eliminato"
          failed="Impossibile eliminare il giorno"
          renews={[ListClosedDays.http]}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
