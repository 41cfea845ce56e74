import { Link } from 'react-router'
import { ListPageChecks, type PageCheck } from '../../../../modules/content/checks/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { List } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'

const editors = { articolo: 'blog/:id/', località: 'localita/:id/' } as const

const columns: DataColumn<PageCheck>[] = [
  {
    id: 'page',
    header: 'Pagina',
    cell: ({ kind, id, name, path }) => (
      <div className="min-w-0">
        <RowLink to={adminPath(editors[kind], { id })}>{name}</RowLink>
        <p className="break-all text-ink-soft text-sm">{path}</p>
      </div>
    ),
  },
  {
    id: 'defects',
    header: 'Da sistemare',
    cell: ({ defects }) => (
      <ul className="grid gap-0.5">
        {defects.map((defect) => (
          <li key={defect}>{defect}</li>
        ))}
      </ul>
    ),
  },
]

export function PageChecks() {
  return (
    <section aria-labelledby="controlli" className="grid gap-3">
      <h2 id="controlli" className="text-lg">
        Controlli sulle pagine
      </h2>
      <p className="text-ink-soft">
        Articoli pubblicati e pagine delle località. Le tratte senza testi sono in{' '}
        <Link to={adminPath('tratte/', {}, { missing: 'texts' })} className="text-sea-deep underline">
          Lista Tratte
        </Link>
        .
      </p>
      <List
        caption="Pagine da sistemare"
        query={ListPageChecks}
        isWhole
        isUncached
        rowsOf={({ items }) => items}
        columns={columns}
        rowId={({ path }) => path}
        empty={({ checked }) =>
          checked ? `Tutto a posto. Pagine controllate: ${checked}.` : 'Nessuna pagina ancora.'
        }
      />
    </section>
  )
}
