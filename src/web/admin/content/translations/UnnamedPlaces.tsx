import { languageName } from '../../../../languages/languageName.ts'
import { ListUnnamedPlaces, otherLanguages } from '../../../../modules/content/translations/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { languageInText } from './translationLabels.tsx'

const columns: DataColumn<{ id: number; title: string }>[] = [
  {
    id: 'title',
    header: 'Località',
    sort: 'title',
    cell: ({ id, title }) => <RowLink to={adminPath('localita/:id/', { id })}>{title}</RowLink>,
  },
]

const [first = 'en'] = otherLanguages

export default listScreen({
  title: useTitle,
  intro:
    'In questa lingua portano il nome italiano: va bene per la maggior parte dei paesi, non per aeroporti e stazioni. Il nome si scrive nella località.',
  caption: 'Località senza nome',
  query: ListUnnamedPlaces,
  input: { language: first },
  columns,
  search: 'Cerca per nome',
  filters: [
    {
      field: 'language',
      choices: Object.fromEntries(otherLanguages.map((code) => [code, languageName(code)])),
    },
  ],
  empty: 'Ogni località ha un nome in questa lingua',
})

function useTitle(): string {
  const { language } = useListAddress(['language']).filters
  const known = otherLanguages.find((code) => code === language) ?? first
  return `Località senza un nome in ${languageInText(known)}`
}
