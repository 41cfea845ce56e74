import { type CustomerItem, ListCustomers } from '../../../../modules/leads/customers/contract.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { countOf, showDateTime, showEuro, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { customerPath } from './customerCalls.ts'

const columns: DataColumn<CustomerItem>[] = [
  {
    id: 'name',
    header: 'Cliente',
    sort: 'name',
    cell: ({ id, name, phone }) => <RowLink to={customerPath(id)}>{name ?? phone}</RowLink>,
  },
  {
    id: 'contacts',
    header: 'Contatti',
    cell: ({ phone, email }) => (
      <div className="md:min-w-40">
        <span className="figures whitespace-nowrap">{phone}</span>
        {email && <span className="block wrap-anywhere text-ink-soft text-sm">{email}</span>}
      </div>
    ),
  },
  {
    id: 'requests',
    header: 'Richieste',
    sort: 'requests',
    align: 'right',
    cell: ({ requests, confirmed }) => (
      <div>
        {showNumber(requests)}
        {confirmed > 0 && (
          <small className="whitespace-nowrap block text-ink-soft">
            {countOf(confirmed, ['confermata', 'confermate'])}
          </small>
        )}
      </div>
    ),
  },
  {
    id: 'value',
    header: 'Valore',
    sort: 'value',
    align: 'right',
    cell: ({ value }) => (value === null ? '—' : showEuro(value)),
  },
  { id: 'notes', header: 'Note', align: 'right', cell: ({ notes }) => (notes > 0 ? showNumber(notes) : '—') },
  {
    id: 'lastAt',
    header: 'Ultima richiesta',
    sort: 'lastAt',
    cell: ({ lastAt }) => (
      <time dateTime={lastAt} className="figures whitespace-nowrap">
        {showDateTime(lastAt)}
      </time>
    ),
  },
]

export default listScreen({
  title: 'Clienti',
  intro: 'Chi ha scritto o telefonato, con tutte le sue richieste. Si riconosce dal telefono e dall’email.',
  caption: 'Clienti, quelli che hanno scritto per ultimi prima degli altri',
  query: ListCustomers,
  columns,
  search: 'Cerca nome, telefono, email',
  empty: 'Nessun cliente: chi manda una richiesta compare qui',
  emptyFiltered: 'Nessun cliente corrisponde alla ricerca',
})
