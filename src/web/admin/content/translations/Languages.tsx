import { Link } from 'react-router'
import { languageName } from '../../../../languages/languageName.ts'
import {
  kindNames,
  ListTranslations,
  otherLanguages,
  type TranslationRow,
} from '../../../../modules/content/translations/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { LanguageCoverage } from './LanguageCoverage.tsx'
import { editorPath, kindChoices, languageInText, StateBadge, stateChoices } from './translationLabels.tsx'

const languageChoices = Object.fromEntries(otherLanguages.map((code) => [code, languageName(code)]))

const columns: DataColumn<TranslationRow>[] = [
  {
    id: 'title',
    header: 'Testo',
    sort: 'title',
    cell: (row) => (
      <Link to={editorPath(row)} className="font-medium text-sea-deep underline">
        {row.title}
        <span className="sr-only"> in {languageInText(row.language)}</span>
      </Link>
    ),
  },
  { id: 'kind', header: 'Tipo', sort: 'kind', cell: ({ kind }) => kindNames[kind] },
  { id: 'language', header: 'Lingua', sort: 'language', cell: ({ language }) => languageName(language) },
  { id: 'state', header: 'Stato', sort: 'state', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'isShown',
    header: 'Sul sito',
    cell: ({ isShown, state }) => (isShown ? (state === 'reviewed' ? 'sì' : 'la versione rivista') : 'no'),
  },
]

export default function Languages() {
  const address = useListAddress(['language', 'state', 'kind'])
  const { language, state, kind } = address.filters
  const input = { ...address.input, ...address.filters } as typeof ListTranslations.input.static
  const translations = useQueryCall(ListTranslations, input, { keepPrevious: true })
  return (
    <>
      <Title intro="Gli ospiti leggono nella loro lingua solo i testi rivisti da una persona. Dove la traduzione manca, la pagina resta senza quel testo e fuori dai motori di ricerca.">
        Lingue
      </Title>
      <LanguageCoverage />
      <h2 className="mt-8 mb-3 text-lg">Testi</h2>
      <FilterBar>
        <SearchBox label="Cerca nei testi" address={address} />
        <ChoiceFilter
          label="Lingua"
          value={language}
          choices={languageChoices}
          all="tutte"
          onChoose={(value) => address.set({ language: value })}
        />
        <ChoiceFilter
          label="Stato"
          value={state}
          choices={stateChoices}
          onChoose={(value) => address.set({ state: value })}
        />
        <ChoiceFilter
          label="Tipo"
          value={kind}
          choices={kindChoices}
          onChoose={(value) => address.set({ kind: value })}
        />
      </FilterBar>
      <DataTable
        caption="Testi e traduzioni"
        columns={columns}
        of={translations}
        rowId={editorPath}
        address={address}
        empty={
          address.search || language || state || kind
            ? 'Nessun testo corrisponde ai filtri'
            : 'Nessun testo da tradurre'
        }
      />
    </>
  )
}
