import { Link } from 'react-router'
import { ListSimilarTexts, type SimilarPair } from '../../../../modules/content/similarTexts/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { cellLinkClass } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'

const fieldNames: Record<SimilarPair['field'], string> = {
  longDescription: 'Descrizione',
  touristInfo: 'Info turistiche',
}

const columns: DataColumn<SimilarPair>[] = [
  {
    id: 'similarity',
    header: 'Somiglianza',
    cell: ({ similarity }) => (
      <Badge tone={similarity > 0.8 ? 'bad' : 'warn'}>
        {similarity === 1 ? 'Uguali' : `${Math.round(similarity * 100)} %`}
      </Badge>
    ),
  },
  { id: 'field', header: 'Testo', cell: ({ field }) => fieldNames[field] },
  { id: 'one', header: 'Tratta', cell: ({ one }) => <RouteLink of={one} /> },
  { id: 'other', header: 'Somiglia a', cell: ({ other }) => <RouteLink of={other} /> },
]

export default listScreen({
  title: 'Testi Simili',
  intro:
    'Pagine con testi quasi uguali si fanno concorrenza su Google, che può scartarle. Qui stanno le coppie che si somigliano per più di metà.',
  actions: <CheckAgain />,
  caption: 'Testi di tratte che si somigliano',
  query: ListSimilarTexts,
  isWhole: true,
  isUncached: true,
  rowsOf: ({ pairs }) => pairs,
  columns,
  rowId: ({ field, one, other }) => `${field}-${one.id}-${other.id}`,
  note: ({ pairs, texts, hasMore }) => (
    <p className="mb-3 text-ink-soft">
      {texts === 1 ? 'Un testo confrontato' : `${showNumber(texts)} testi confrontati`},{' '}
      {pairs.length === 1 ? 'una coppia' : `${hasMore ? 'più di ' : ''}${showNumber(pairs.length)} coppie`}.
    </p>
  ),
  empty: ({ texts }) =>
    texts === 0
      ? 'Nessuna tratta ha ancora un testo.'
      : 'Nessuna coppia: ogni testo è abbastanza diverso dagli altri.',
})

function CheckAgain() {
  const report = useQueryCall(ListSimilarTexts, {}, { isUncached: true })
  return (
    <Button look="plain" aria-busy={report.isFetching} onClick={() => void report.refetch()}>
      Controlla di nuovo
    </Button>
  )
}

function RouteLink({ of: { id, name, words } }: { of: SimilarPair['one'] }) {
  const { opens } = useRights()
  const path = adminPath('tratte/:id/', { id })
  return (
    <span>
      {opens(path) ? (
        <Link to={path} className={cellLinkClass}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className="figures text-ink-soft text-sm">{showNumber(words)} parole</span>
    </span>
  )
}
