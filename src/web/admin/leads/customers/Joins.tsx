import { useState } from 'react'
import { Link } from 'react-router'
import { type Customer, JoinCustomers, UndoJoin } from '../../../../modules/leads/customers/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { customerAnswers, customerPath } from './customerCalls.ts'
import { OtherCustomer } from './OtherCustomer.tsx'

type Alike = Customer['alike'][number]

/** Lists the customers whom staff joined to this customer, and other customers who may be the same person. */
export function Joins({ customer }: { customer: Customer }) {
  const [asked, setAsked] = useState<Alike | null>(null)
  const join = useCommandCall(JoinCustomers, {
    done: 'Clienti uniti',
    failed: 'Impossibile unire i clienti',
    renews: customerAnswers,
  })
  const separate = useCommandCall(UndoJoin, {
    done: 'Clienti separati',
    failed: 'Impossibile separare i clienti',
    renews: customerAnswers,
  })
  return (
    <section aria-labelledby="stessa-persona" className="grid gap-3">
      <h2 id="stessa-persona" className="font-semibold text-base">
        Stessa persona
      </h2>
      {customer.joins.length > 0 && (
        <ul className="grid gap-2">
          {customer.joins.map(({ id, name, joinedBy, joinedAt }) => (
            <li key={id}>
              Unita con <strong>{name}</strong>
              <span className="block text-ink-soft text-sm">
                da {joinedBy}, {showDateTime(joinedAt)}
              </span>
              <RowActions>
                <RowAction disabled={separate.isPending} onClick={() => separate.mutate({ id })}>
                  Separa<span className="sr-only"> {name}</span>
                </RowAction>
              </RowActions>
            </li>
          ))}
        </ul>
      )}
      {customer.alike.length > 0 && (
        <>
          <p className="text-ink-soft text-sm">
            Hanno lo stesso telefono o lo stesso nome, ma potrebbero essere altre persone:
          </p>
          <ul className="grid gap-2">
            {customer.alike.map((other) => (
              <li key={other.id}>
                <Link to={customerPath(other.id)} className="text-sea-deep underline">
                  {other.name ?? other.phone}
                </Link>
                <span className="block wrap-anywhere text-ink-soft text-sm">
                  {[other.phone, other.email].filter(Boolean).join(', ')}
                </span>
                <RowActions>
                  <RowAction onClick={() => setAsked(other)}>
                    Unisci<span className="sr-only"> {other.name ?? other.phone}</span>
                  </RowAction>
                </RowActions>
              </li>
            ))}
          </ul>
        </>
      )}
      <OtherCustomer customer={customer} onChoose={setAsked} />
      {asked && (
        <Confirm
          title={`${customer.name ?? customer.phone} e ${asked.name ?? asked.phone} sono la stessa persona?`}
          action="Unisci"
          isPending={join.isPending}
          onConfirm={() =>
            join.mutate({ id: customer.id, otherId: asked.id }, { onSettled: () => setAsked(null) })
          }
          onClose={() => setAsked(null)}
        >
          Le richieste dei due clienti staranno insieme. Potrai separarli quando vuoi.
        </Confirm>
      )}
    </section>
  )
}
