import { useState } from 'react'
import { type Customer, ListCustomers } from '../../../../modules/leads/customers/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { SearchBox } from '../../kit/Filters.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'

interface OtherCustomerProps {
  customer: Customer
  onChoose: (other: Customer['alike'][number]) => void
}

const charsMin = 2
const shownMax = 5

/** Lets staff search for any customer to join, even if phone number and name differ from this customer's. */
export function OtherCustomer({ customer, onChoose }: OtherCustomerProps) {
  const [search, setSearch] = useState('')
  const isAsked = search.length >= charsMin
  const found = useQueryCall(
    ListCustomers,
    { search, page: 1, limit: shownMax + 1 },
    { enabled: isAsked, keepPrevious: true },
  )
  const others = isAsked ? (found.data?.items ?? []).filter(({ id }) => id !== customer.id) : []
  return (
    <details>
      <summary className="inline-flex min-h-(--target) items-center text-sea-deep underline">
        Unisci con un altro cliente
      </summary>
      <div className="mt-2 grid gap-2">
        <SearchBox
          label="Cerca il cliente da unire"
          address={{ search, set: (changes) => setSearch(changes.search) }}
        />
        <ul aria-live="polite" className="grid gap-1">
          {others.slice(0, shownMax).map((other) => (
            <li key={other.id}>
              {other.name ?? other.phone}
              <span className="block wrap-anywhere text-ink-soft text-sm">
                {[other.phone, other.email].filter(Boolean).join(', ')}
              </span>
              <RowActions>
                <RowAction onClick={() => onChoose(other)}>
                  Unisci<span className="sr-only"> {other.name ?? other.phone}</span>
                </RowAction>
              </RowActions>
            </li>
          ))}
        </ul>
        {isAsked && found.data && others.length === 0 && (
          <p className="text-ink-soft text-sm">Nessun altro cliente trovato.</p>
        )}
      </div>
    </details>
  )
}
