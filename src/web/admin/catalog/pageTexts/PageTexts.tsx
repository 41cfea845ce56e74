import { ListPageTexts, type PageTexts } from '../../../../modules/catalog/pageTexts/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDate, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'

const screens = { route: 'testi/tratte/:id/', place: 'testi/localita/:id/' } as const
const kindNames = { route: 'Tratte', place: 'Località' }

const size = (chars: number) =>
  chars === 0 ? <Badge tone="warn">Manca</Badge> : `${showNumber(chars)} caratteri`

const columns: DataColumn<PageTexts>[] = [
  {
    id: 'name',
    header: 'Pagina',
    sort: 'name',
    cell: ({ kind, id, name }) => (
      <RowLink to={adminPath(screens[kind], { id })}>
        <Arrowed text={name} />
      </RowLink>
    ),
  },
  {
    id: 'description',
    header: 'Descrizione',
    sort: 'descriptionChars',
    cell: ({ descriptionChars }) => size(descriptionChars),
  },
  {
    id: 'touristInfo',
    header: 'Informazioni turistiche',
    sort: 'touristInfoChars',
    cell: ({ touristInfoChars }) => size(touristInfoChars),
  },
  {
    id: 'shown',
    header: 'Sul sito',
    cell: ({ isShown }) => <Badge tone={isShown ? 'ok' : 'info'}>{isShown ? 'Sì' : 'No'}</Badge>,
  },
  { id: 'updatedAt', header: 'Cambiata', sort: 'updatedAt', cell: ({ updatedAt }) => showDate(updatedAt) },
]

export default listScreen({
  title: 'Testi di Tratte e Località',
  intro:
    'Ciò che i visitatori leggono di una tratta o di una località. I prezzi non si vedono e non cambiano.',
  views: { section: 'testi/' },
  caption: 'Testi di tratte e località, in ordine alfabetico',
  query: ListPageTexts,
  columns,
  rowId: ({ kind, id }) => `${kind}-${id}`,
  search: 'Cerca tratta o località',
  filters: [
    { field: 'kind', label: 'Pagine', choices: kindNames, all: 'tutte' },
    {
      field: 'missing',
      label: 'Testi',
      choices: { true: 'manca almeno un testo' },
      all: 'tutti',
      read: (text) => text === 'true',
    },
  ],
  empty: 'Nessuna tratta e nessuna località',
  emptyFiltered: 'Nessuna pagina corrisponde alla ricerca',
})
