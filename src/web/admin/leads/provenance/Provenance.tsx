import { type Earned, ReadProvenance } from '../../../../modules/leads/provenance/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { useQueryCall } from '../../kit/api.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { DayRange } from '../../kit/DayFilter.tsx'
import { FilterBar } from '../../kit/Filters.tsx'
import { countOf, showEuro, showNumber } from '../../kit/format.ts'
import { RowList } from '../../kit/ListScreen.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function Provenance() {
  const { filters, set } = useListAddress(['from', 'to'])
  const earned = useQueryCall(ReadProvenance, filters, { keepPrevious: true })
  return (
    <>
      <Title>Provenienza</Title>
      <p className="mb-4 max-w-3xl text-ink-soft">
        Da quale pagina è entrato chi ha scritto, e da dove arrivava. Il valore è il prezzo delle richieste
        confermate: quello concordato, altrimenti quello del veicolo scelto, altrimenti una stima con il
        veicolo privato meno caro. Senza consenso alle statistiche si sa solo ciò che sa la pagina del modulo;
        nessun dato riguarda la persona.
      </p>
      <FilterBar>
        <DayRange from={filters.from} to={filters.to} set={set}>
          {!filters.from && <p className="text-ink-soft text-sm">Ultimi 90 giorni</p>}
        </DayRange>
      </FilterBar>
      <Answer of={earned} rows={8}>
        {({ total, ...rows }) => (
          <div aria-busy={earned.isFetching}>
            <p role="status" className="figures mb-5 font-semibold text-lg">
              {countOf(total.requests, ['richiesta', 'richieste'])},{' '}
              {countOf(total.won, ['confermata', 'confermate'])}, {euros(total.value)}
              {total.estimated && `, di cui ${euros(total.estimated)} stimati`}
            </p>
            <div className="grid items-start gap-8 2xl:grid-cols-2">
              {lists.map(({ title, caption, of, columns }) => (
                <section key={of} aria-label={title} className="min-w-0">
                  <h2 className="mb-2 font-semibold text-lg">{title}</h2>
                  <RowList
                    caption={caption}
                    columns={columns}
                    rows={rows[of]}
                    rowId={({ name }) => name}
                    empty="Nessuna richiesta in questi giorni"
                  />
                </section>
              ))}
            </div>
          </div>
        )}
      </Answer>
    </>
  )
}

const euros = (value: string | null) => showEuro(value ?? 0)

const figures: DataColumn<Earned>[] = [
  { id: 'requests', header: 'Richieste', align: 'right', cell: ({ requests }) => showNumber(requests) },
  { id: 'won', header: 'Confermate', align: 'right', cell: ({ won }) => showNumber(won) },
  {
    id: 'value',
    header: 'Valore',
    align: 'right',
    cell: ({ value, estimated }) => (
      <div>
        {value === null ? '—' : euros(value)}
        {estimated && <small className="block text-ink-soft">{euros(estimated)} stimati</small>}
      </div>
    ),
  },
]

const page: DataColumn<Earned> = {
  id: 'name',
  header: 'Pagina',
  cell: ({ name }) =>
    name.startsWith('/') ? (
      <a href={name} target="_blank" rel="noreferrer" className="wrap-anywhere text-sea-deep underline">
        {name}
      </a>
    ) : (
      name
    ),
}
const source: DataColumn<Earned> = {
  id: 'name',
  header: 'Da dove',
  cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
}
const route: DataColumn<Earned> = {
  id: 'name',
  header: 'Tratta',
  cell: ({ name }) => (
    <span>
      <Arrowed text={name} />
    </span>
  ),
}

const lists = [
  {
    title: 'Pagina d’ingresso',
    caption: 'Valore per pagina d’ingresso',
    of: 'landings',
    columns: [page, ...figures],
  },
  {
    title: 'Sito o campagna',
    caption: 'Valore per sito o campagna',
    of: 'sources',
    columns: [source, ...figures],
  },
  { title: 'Tratta', caption: 'Valore per tratta', of: 'routes', columns: [route, ...figures] },
] as const satisfies {
  title: string
  caption: string
  of: 'landings' | 'sources' | 'routes'
  columns: DataColumn<Earned>[]
}[]
