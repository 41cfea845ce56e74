import { Link } from 'react-router'
import {
  ListUnnamedPlaces,
  type OtherLanguage,
  otherLanguages,
} from '../../../../modules/content/translations/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { languageInText } from './translationLabels.tsx'

const columns: DataColumn<{ id: number; title: string }>[] = [
  {
    id: 'title',
    header: 'Località',
    sort: 'title',
    cell: ({ id, title }) => (
      <Link to={adminPath('localita/:id/', { id })} className="font-medium text-sea-deep underline">
        {title}
      </Link>
    ),
  },
]

export default function UnnamedPlaces() {
  const address = useListAddress(['language'])
  const [first = 'en'] = otherLanguages
  const language = otherLanguages.find((code) => code === address.filters.language) ?? first
  const input = { ...address.input, language: language as OtherLanguage }
  const places = useQueryCall(ListUnnamedPlaces, input, { keepPrevious: true })
  return (
    <>
      <Title intro="In questa lingua portano il nome italiano: va bene per la maggior parte dei paesi, non per aeroporti e stazioni. Il nome si scrive nella località.">
        {`Località senza un nome in ${languageInText(language)}`}
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per nome" address={address} />
      </FilterBar>
      <DataTable
        caption="Località senza nome"
        columns={columns}
        of={places}
        rowId={({ id }) => id}
        address={address}
        empty="Ogni località ha un nome in questa lingua"
      />
    </>
  )
}
