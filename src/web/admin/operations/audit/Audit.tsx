import { type AuditLine, actionWords, ListAudit } from '../../../../modules/operations/audit/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DayFilter } from '../../kit/DayFilter.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime } from '../../kit/format.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function Audit() {
  const address = useListAddress(['from', 'to'])
  const lines = useQueryCall(ListAudit, { ...address.input, ...address.filters }, { keepPrevious: true })
  return (
    <>
      <Title intro="Chi ha cambiato che cosa, e quando. Nessuno può modificarlo.">Registro Modifiche</Title>
      <FilterBar>
        <SearchBox
          label="Cerca per persona, azione o dato"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
        <DayFilter label="Dal" value={address.filters.from} onChoose={(from) => address.set({ from })} />
        <DayFilter label="al" value={address.filters.to} onChoose={(to) => address.set({ to })} />
      </FilterBar>
      <DataTable
        caption="Registro delle modifiche"
        columns={columns}
        of={lines}
        rowId={({ id }) => id}
        address={address}
        empty="Nessuna modifica corrisponde alla ricerca"
      />
    </>
  )
}

const columns: DataColumn<AuditLine>[] = [
  { id: 'at', header: 'Quando', sort: 'at', cell: ({ at }) => showDateTime(at) },
  { id: 'actor', header: 'Chi', sort: 'actor', cell: ({ actor }) => actor },
  { id: 'action', header: 'Azione', sort: 'action', cell: ({ action }) => actionWords[action] ?? action },
  { id: 'subject', header: 'Dato', cell: ({ subject }) => subject },
  { id: 'changes', header: 'Prima e dopo', cell: (line) => <Changes line={line} /> },
]

/** Shows fields that differ; for a created or deleted row, all fields with a value. */
function Changes({ line: { before, after } }: { line: AuditLine }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !quiet.has(name) && text(before?.[name]) !== text(after?.[name]),
  )
  if (names.length === 0) return <span className="text-ink-soft">—</span>
  return (
    <details>
      <summary className="inline-flex min-h-8 items-center text-sea-deep underline">
        {names.length} {names.length === 1 ? 'campo' : 'campi'}
      </summary>
      <dl className="mt-1 grid gap-1 text-sm">
        {names.map((name) => (
          <div key={name} className="max-w-xl wrap-anywhere">
            <dt className="inline font-medium">{name}: </dt>
            <dd className="inline">
              {before && <del className="text-brick">{text(before[name]) || '(vuoto)'}</del>}{' '}
              {after && <ins className="text-leaf no-underline">{text(after[name]) || '(vuoto)'}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const quiet = new Set(['updatedAt', 'createdAt'])
const textCharsMax = 300

function text(value: unknown): string {
  if (value === null || value === undefined) return ''
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  return whole.length > textCharsMax ? `${whole.slice(0, textCharsMax)}…` : whole
}
