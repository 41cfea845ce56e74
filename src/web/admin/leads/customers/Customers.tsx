import { Link } from 'react-router'
import { type CustomerItem, ListCustomers } from '../../../../modules/leads/customers/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime, showEuro, showNumber } from '../../kit/format.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { customerPath } from './customerCalls.ts'

export default function Customers() {
  const address = useListAddress()
  const customers = useQueryCall(ListCustomers, address.input, { keepPrevious: true })
  return (
    <>
      <Title intro="Chi ha scritto o telefonato, con tutte le sue richieste. Si riconosce dal telefono e dall’email.">
        Clienti
      </Title>
      <FilterBar>
        <SearchBox label="Cerca nome, telefono, email" address={address} />
      </FilterBar>
      <DataTable
        caption="Clienti, quelli che hanno scritto per ultimi prima degli altri"
        columns={columns}
        of={customers}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun cliente corrisponde alla ricerca'
            : 'Nessun cliente: chi manda una richiesta compare qui'
        }
      />
    </>
  )
}

const columns: DataColumn<CustomerItem>[] = [
  {
    id: 'name',
    header: 'Cliente',
    sort: 'name',
    cell: ({ id, name, phone }) => (
      <Link to={customerPath(id)} className="font-medium text-sea-deep underline">
        {name ?? phone}
      </Link>
    ),
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
