import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type Customer as CustomerRow, ReadCustomer } from '../../../../modules/leads/customers/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { CallLink } from '../../kit/CallLink.tsx'
import { countOf, showEuro } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { CustomerNotes } from './CustomerNotes.tsx'
import { Joins } from './Joins.tsx'

/** `timeline` shows the customer's history. */
export function Customer({ timeline }: { timeline: (customer: CustomerRow) => ReactNode }) {
  const id = Number(useParams().id)
  const customer = useQueryCall(ReadCustomer, { id })
  return (
    <Answer of={customer}>
      {(person) => (
        <>
          <Title intro={summaryOf(person)}>{person.name ?? person.phone}</Title>
          <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <div className="grid gap-6 xl:order-2">
              <Contacts of={person} />
              <CustomerNotes key={person.id} customer={person} />
              <Joins customer={person} />
            </div>
            {timeline(person)}
          </div>
        </>
      )}
    </Answer>
  )
}

function summaryOf({ leads, confirmed, value }: CustomerRow): string {
  return [
    countOf(leads.length, ['richiesta', 'richieste']),
    confirmed > 0 && countOf(confirmed, ['confermata', 'confermate']),
    value !== null && `valore ${showEuro(value)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Contacts({ of: { phones, emails } }: { of: CustomerRow }) {
  return (
    <section aria-labelledby="contatti">
      <h2 id="contatti" className="mb-1 font-semibold text-base">
        Contatti
      </h2>
      <ul className="grid gap-1">
        {phones.map((one) => (
          <li key={one.phone}>
            <CallLink {...one} />
          </li>
        ))}
        {emails.map((email) => (
          <li key={email}>
            <a href={`mailto:${email}`} className="wrap-anywhere text-sea-deep underline">
              {email}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
