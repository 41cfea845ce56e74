import type { Today } from '../../../../modules/operations/dashboard/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { countOf } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { CountRow } from './CountRow.tsx'
import { LiveBlock } from './LiveBlock.tsx'

const kinds = [
  {
    kind: 'texts',
    to: adminPath('ai/bozze/'),
    text: (count: number) => countOf(count, ['testo dell’AI', 'testi dell’AI']),
  },
  {
    kind: 'translations',
    to: adminPath('lingue/', {}, { state: 'draft' }),
    text: (count: number) => countOf(count, ['traduzione', 'traduzioni']),
  },
  {
    kind: 'articles',
    to: adminPath('blog/', {}, { isPublished: 'false' }),
    text: (count: number) => countOf(count, ['articolo in bozza', 'articoli in bozza']),
  },
] as const

export function Drafts({ drafts, isHeld }: { drafts: Today['drafts']; isHeld: boolean }) {
  const { opens } = useRights()
  const rows = kinds.filter(({ kind, to }) => drafts[kind] > 0 && opens(to))
  return (
    <LiveBlock
      title="Bozze da rivedere"
      summary={
        rows.length === 0 ? 'Nessuna bozza da rivedere.' : 'Nulla appare sul sito prima di una scelta.'
      }
      rows={rows}
      idOf={({ kind }) => kind}
      isHeld={isHeld}
    >
      {({ kind, to, text }) => <CountRow to={to} text={text(drafts[kind])} />}
    </LiveBlock>
  )
}
