import { Link } from 'react-router'
import { ListPageChecks, type PageCheck } from '../../../../modules/content/checks/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { Empty } from '../../kit/States.tsx'

const editors = { articolo: 'blog/:id/', località: 'localita/:id/' } as const

const columns: DataColumn<PageCheck>[] = [
  {
    id: 'page',
    header: 'Pagina',
    cell: ({ kind, id, name, path }) => (
      <div className="min-w-0">
        <Link to={adminPath(editors[kind], { id })} className="font-medium text-sea-deep underline">
          {name}
        </Link>
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
  const checks = useQueryCall(ListPageChecks, {}, { isUncached: true })
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
      <DataTable
        caption="Pagine da sistemare"
        columns={columns}
        of={{ ...checks, data: checks.data?.items }}
        rowId={({ path }) => path}
        empty={
          <Empty>
            {checks.data?.checked
              ? `Tutto a posto. Pagine controllate: ${checks.data.checked}.`
              : 'Nessuna pagina ancora.'}
          </Empty>
        }
      />
    </section>
  )
}
