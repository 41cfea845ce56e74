import { languageName } from '../../../../languages/languageName.ts'
import {
  kindNames,
  ListTranslations,
  otherLanguages,
  type TranslationRow,
} from '../../../../modules/content/translations/contract.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { LanguageCoverage } from './LanguageCoverage.tsx'
import { editorPath, kindChoices, languageInText, StateBadge, stateChoices } from './translationLabels.tsx'

const languageChoices = Object.fromEntries(otherLanguages.map((code) => [code, languageName(code)]))

const columns: DataColumn<TranslationRow>[] = [
  {
    id: 'title',
    header: 'Testo',
    sort: 'title',
    cell: (row) => (
      <RowLink to={editorPath(row)}>
        {row.title}
        <span className="sr-only"> in {languageInText(row.language)}</span>
      </RowLink>
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

export default listScreen({
  title: 'Lingue',
  intro:
    'Gli ospiti leggono nella loro lingua solo i testi rivisti da una persona. Dove la traduzione manca, la pagina resta senza quel testo e fuori dai motori di ricerca.',
  above: (
    <>
      <LanguageCoverage />
      <h2 className="mt-8 mb-3 text-lg">Testi</h2>
    </>
  ),
  caption: 'Testi e traduzioni',
  query: ListTranslations,
  columns,
  rowId: editorPath,
  search: 'Cerca nei testi',
  filters: [
    { field: 'language', label: 'Lingua', choices: languageChoices, all: 'tutte' },
    { field: 'state', label: 'Stato', choices: stateChoices },
    { field: 'kind', label: 'Tipo', choices: kindChoices },
  ],
  empty: 'Nessun testo da tradurre',
  emptyFiltered: 'Nessun testo corrisponde ai filtri',
})
