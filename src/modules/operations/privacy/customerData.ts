import { readPhone } from '../../../kernel/phone.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'

// PostgreSQL deletes a customer with the customer’s last lead. Joined customers remain until none of them has a
// lead (`forget_person_without_leads` in SQL).

export interface Found {
  kind: LeadKind
  id: number
  name: string | null
  phone: string
  email: string | null
  createdAt: Date
}

type Lead = Pick<Found, 'kind' | 'id'>

/** Returns a query for the leads (kind and id) of the customers whose notes match `like`. */
export function leadsWithNote(sql: Sql, like: string) {
  return sql`
    select l.lead_kind, l.lead_id from customers c join customer_leads l on l.customer_id = c.id
    where c.person_id in (
      select p.person_id from customer_notes n join customers p on p.id = n.customer_id where n.text ilike ${like})`
}

/** Returns the leads of the customers that staff joined to the senders of these leads. */
export async function joinedLeads(sql: Sql | Tx, leads: Lead[]): Promise<Found[]> {
  return sql<Found[]>`
    select kind, id, name, phone, email, created_at from leads
    where (kind, id) in (
      select lead_kind, lead_id from customer_leads
      where customer_id in (${customersOf(sql, leads)}) and customer_id not in (${ownCustomersOf(sql, leads)}))
    order by created_at desc`
}

/** Returns for each person the number of leads that an erasure by e-mail address and phone number deletes. */
export async function leadCounts(
  sql: Sql,
  people: { email: string | null; phone: string | null }[],
): Promise<number[]> {
  const rows = await sql<{ nth: number; count: number }[]>`
    with own as (
      select nth, customer_id, lead_kind, lead_id
      from unnest(${people.map(({ email }) => email)}::text[], ${people.map(({ phone }) => phone)}::text[],
            ${people.map(({ phone }) => (phone === null ? null : (readPhone(phone)?.e164 ?? null)))}::text[])
          with ordinality as asked (email, phone, phone_key, nth)
        join customer_leads c on c.email = lower(trim(asked.email))
          or asked.phone is not null and c.phone in (e164(asked.phone), asked.phone_key)
    ), joined as (
      select nth, c.customer_id, c.lead_kind, c.lead_id
      from own
        join customers on customers.id = own.customer_id
        join customers other using (person_id)
        join customer_leads c on c.customer_id = other.id
    )
    select nth, count(distinct (lead_kind, lead_id)) as count
    from (
      select nth, lead_kind, lead_id from own
      union all
      select nth, lead_kind, lead_id from joined
      where not exists (select from own where own.nth = joined.nth and own.customer_id = joined.customer_id)
    ) as all_leads
    group by nth`
  const counts = new Map(rows.map(({ nth, count }) => [nth, count]))
  return people.map((_, index) => counts.get(index + 1) ?? 0)
}

export function customerNotesOf(sql: Sql, leads: Lead[]) {
  return sql<object[]>`
    select text, author, created_at, updated_at from customer_notes
    where customer_id in (${customersOf(sql, leads)}) order by id`
}

export async function deleteCustomerNotes(tx: Tx, leads: Lead[]): Promise<void> {
  await tx`delete from customer_notes where customer_id in (${customersOf(tx, leads)})`
}

/** Returns a query for the customers who sent these leads and the customers that staff joined to them. */
function customersOf(sql: Sql | Tx, leads: Lead[]) {
  return sql`
    select id from customers where person_id in (
      select person_id from customers where id in (${ownCustomersOf(sql, leads)}))`
}

function ownCustomersOf(sql: Sql | Tx, leads: Lead[]) {
  return sql`
    select customer_id from customer_leads
    where ${isOfLeads(sql, leads)}`
}
