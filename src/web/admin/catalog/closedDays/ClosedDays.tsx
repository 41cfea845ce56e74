import {
  type ClosedDay,
  DeleteClosedDay,
  ListClosedDays,
} from '../../../../modules/catalog/closedDays/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showLongDate } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'

const columns: DataColumn<ClosedDay>[] = [
  {
    id: 'day',
    header: 'Giorno',
    sort: 'day',
    cell: ({ id, day }) => (
      <RowLink to={adminPath('giorni-chiusi/:id/', { id })}>{showLongDate(day)}</RowLink>
    ),
  },
  { id: 'reason', header: 'Motivo', cell: ({ reason }) => reason },
  {
    id: 'limit',
    header: 'Viaggi',
    sort: 'limit',
    cell: ({ maxTripsPerHour: max }) => (max === 0 ? 'Nessuno' : `Al massimo ${max} all’ora`),
  },
  thingActions({
    path: 'giorni-chiusi/:id/',
    name: ({ day }) => showLongDate(day),
    deletion: {
      command: DeleteClosedDay,
      title: ({ day }) => `Eliminare il ${showLongDate(day)} dai giorni chiusi?`,
      done: 'Giorno eliminato',
      failed: 'Impossibile eliminare il giorno',
      renews: [ListClosedDays.http],
    },
  }),
]

export default listScreen({
  title: 'Giorni Chiusi',
  intro:
    'I giorni in cui non si viaggia, o si viaggia meno del solito. Per quei giorni, e nelle ore già piene, il sito scrive «ti confermiamo» invece di «prezzo fisso».',
  create: { path: 'giorni-chiusi/nuovo/', label: 'Nuovo giorno chiuso' },
  caption: 'Giorni chiusi',
  query: ListClosedDays,
  columns,
  search: 'Cerca per motivo',
  empty: 'Nessun giorno chiuso: aggiungi le feste e le ferie',
  emptyFiltered: 'Nessun giorno corrisponde alla ricerca',
})
