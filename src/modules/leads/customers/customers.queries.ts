import type { PendingQuery, Row } from 'postgres'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { phoneLinks } from '../../../kernel/phone.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type StaffLead, staffColumns } from '../inbox/leads.queries.ts'
import type { LeadKind } from '../lead/contract.ts'
import { hasPhoneLike } from '../lead/phoneSearch.queries.ts'
import { inItalian } from '../lead/placeNames.queries.ts'
import {
  type Customer,
  type CustomerItem,
  type CustomerLead,
  type CustomerNote,
  ListCustomers,
  ReadCustomer,
  ReadLeadCustomer,
  ReadNote,
} from './contract.ts'

const order = { lastAt: 'last_at', name: 'lower(name)', requests: 'requests', value: 'total' }

interface PersonRow extends Omit<CustomerItem, 'lastAt' | 'notes'> {
  lastAt: Date
}

export const listCustomers = answer(ListCustomers, async (read, asked) => {
  const found = foundPersons(read, asked.search)
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total ${found}`
  const page = pageOf(read, asked, order, '-lastAt')
  // The latest request stands in the customer's row. All other columns are computed for the persons on the page only.
  const isByTime = ['lastAt', '-lastAt'].includes(asked.sort ?? '-lastAt')
  const ofPage = isByTime ? read`select id ${found} ${page}` : read`select id ${found}`
  const rows = await read<(PersonRow & Pick<CustomerItem, 'notes'>)[]>`
    select ${personColumns(read)},
      (select count(*) from customer_notes n join customers c on c.id = n.customer_id where c.person_id = person.id) as notes
    from ${persons(read, ofPage)} ${isByTime ? pageOf(read, { ...asked, page: 1 }, order, '-lastAt') : page}`
  return { ...pages(asked, total), items: rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })) }
})

/** Returns SQL for the persons of whom a request matches: `from`, `where`. */
function foundPersons(sql: Sql | Tx, search: string | undefined) {
  if (!search) return sql`from customers where id = person_id`
  const like = likeOf(search)
  return sql`
    from customers where id in (
      select c.person_id from leads join customer_leads l on l.lead_kind = leads.kind and l.lead_id = leads.id
        join customers c on c.id = l.customer_id
      where leads.name ilike ${like} or leads.phone ilike ${like} or leads.email ilike ${like}
        or ${hasPhoneLike(sql, search)})`
}

const personColumns = (sql: Sql | Tx) => sql`
  id, name, phone, email, requests, confirmed, last_at, regexp_replace(total::text, '[.]00$', '') as value`

/** Returns SQL to put after `from`: one row for each of these persons, with the newest name, phone number and address. */
function persons(sql: Sql | Tx, ids: PendingQuery<Row[]>) {
  const newest = (column: string) =>
    sql`(array_agg(${sql(column)} order by leads.created_at desc, leads.id desc) filter (where ${sql(column)} <> ''))[1]`
  return sql`
    (select c.person_id as id, ${newest('leads.name')} as name, ${newest('leads.phone')} as phone,
      ${newest('leads.email')} as email, count(*) as requests,
      count(*) filter (where status = 'confermata') as confirmed,
      sum(price) filter (where status = 'confermata') as total, max(leads.created_at) as last_at
    from customers c join customer_leads l on l.customer_id = c.id
      join leads on leads.kind = l.lead_kind and leads.id = l.lead_id
      left join lead_provenance v on v.lead_kind = l.lead_kind and v.lead_id = l.lead_id
    where c.person_id in (${ids})
    group by c.person_id) as person`
}

export const readCustomer = answer(ReadCustomer, async (read, { id }) =>
  customerOf(read, await personOf(read, id)),
)

export const readLeadCustomer = answer(ReadLeadCustomer, async (read, { kind, id }) => {
  const [lead] = await read<[{ customerId: number }?]>`
    select customer_id from customer_leads where lead_kind = ${kind} and lead_id = ${id}`
  if (!lead) throw new HttpError(404, 'Richiesta non trovata.')
  return customerOf(read, await personOf(read, lead.customerId))
})

export const readNote = answer(ReadNote, async (read, { id }) => shownNote(await findNote(read, id)))

/** Returns the id of the person to which a customer belongs after all joins. Throws HttpError 404 if there is none. */
export async function personOf(sql: Sql | Tx, customerId: number): Promise<number> {
  const [person] = await sql<
    [{ personId: number }?]
  >`select person_id from customers where id = ${customerId}`
  if (!person) throw new HttpError(404, 'Cliente non trovato.')
  return person.personId
}

/** Returns the SQL condition for rows about a person's leads. The rows need the columns `lead_kind` and `lead_id`. */
export function isOfPerson(sql: Sql | Tx, personId: number) {
  return sql`
    (lead_kind, lead_id) in (
      select l.lead_kind, l.lead_id from customers c join customer_leads l on l.customer_id = c.id
      where c.person_id = (select person_id from customers where id = ${personId}))`
}

/** Returns the SQL condition for rows about these leads. The rows need the columns `lead_kind` and `lead_id`. */
export function isOfLeads(sql: Sql | Tx, leads: { kind: string; id: number }[]) {
  return sql`
    (lead_kind, lead_id) in (
      select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[], ${leads.map(({ id }) => id)}::bigint[])
        as found (kind, id))`
}

interface LeadRow extends StaffLead {
  landingPath: string | null
}

interface WishRow {
  id: number
  leadKind: LeadKind
  leadId: number
  kind: 'cancel' | 'change'
  text: string
  createdAt: Date
}

type MessageRow = Omit<Customer['messages'][number], 'createdAt'> & { createdAt: Date }

interface JoinRow {
  id: number
  joinedBy: string
  joinedAt: Date
  name: string | null
  joinedId: number
}

export async function customerOf(read: Sql | Tx, personId: number): Promise<Customer> {
  const isMine = read`customer_id in (select id from customers where person_id = ${personId})`
  const [rows, numbers, messages, wishes, notes, joins, alike, [person]] = await Promise.all([
    read<LeadRow[]>`
      select ${staffColumns(read)},
        (select landing_path from lead_provenance v where v.lead_kind = leads.kind and v.lead_id = leads.id) as landing_path
      from requests as leads where (kind, id) in (select lead_kind, lead_id from customer_leads where ${isMine})
      order by created_at desc, kind, id desc`,
    read<{ phone: string; language: LanguageCode }[]>`
      select (array_agg(leads.phone order by leads.created_at desc, leads.id desc))[1] as phone,
        (array_agg(leads.language order by leads.created_at desc, leads.id desc))[1] as language
      from customer_leads c join leads on leads.kind = c.lead_kind and leads.id = c.lead_id
      where ${isMine} group by c.phone order by max(c.id) desc`,
    read<MessageRow[]>`
      select id, lead_kind, lead_id, via, subject, text, outcome, created_at,
        (select username from admin_users where admin_users.id = written_by) as author
      from lead_messages where ${isOfPerson(read, personId)} order by id desc`,
    read<WishRow[]>`
      select id, lead_kind, lead_id, kind, text, created_at from customer_wishes
      where ${isOfPerson(read, personId)} order by id desc`,
    read<NoteRow[]>`select ${noteColumns(read)} from customer_notes where ${isMine} order by id desc`,
    read<JoinRow[]>`
      select id, joined_by, joined_at, joined_id,
        (select coalesce(nullif(leads.name, ''), leads.phone) from customer_leads c
          join leads on leads.kind = c.lead_kind and leads.id = c.lead_id
          where c.customer_id = joined_id order by leads.created_at desc limit 1) as name
      from customer_joins where undone_at is null and ${isMine} order by id desc`,
    read<PersonRow[]>`
      select ${personColumns(read)} from ${persons(read, alikeTo(read, personId))} order by last_at desc`,
    read<[PersonRow?]>`select ${personColumns(read)} from ${persons(read, read`select ${personId}::bigint`)}`,
  ])
  if (!person) throw new HttpError(404, 'Cliente non trovato.')
  const { id, name, phone, email, confirmed, value } = person
  return {
    id,
    name,
    phone,
    email,
    confirmed,
    value,
    phones: numbers.map(({ phone, language }) => ({
      phone,
      call: phoneLinks(phone, undefined, language).call,
    })),
    emails: distinct(rows.map((lead) => lead.email?.toLowerCase())),
    leads: (await inItalian(read, rows)).map(shownLead),
    messages: messages.map((message) => ({ ...message, createdAt: message.createdAt.toISOString() })),
    wishes: wishes.map((wish) => ({ ...wish, createdAt: wish.createdAt.toISOString() })),
    notes: notes.map(shownNote),
    joins: joins.map(({ joinedId, ...join }) => ({
      ...join,
      name: join.name ?? `Cliente ${joinedId}`,
      joinedAt: join.joinedAt.toISOString(),
    })),
    alike: alike.map(({ id, name, phone, email, requests }) => ({ id, name, phone, email, requests })),
  }
}

/** Returns a query for the five latest other persons with the same phone number or the same name of at least two words. */
function alikeTo(sql: Sql | Tx, personId: number) {
  const alike = (condition: PendingQuery<Row[]>) => sql`
    select c.person_id from customers p join customer_leads o on o.customer_id = p.id
      join customer_leads l on ${condition} join customers c on c.id = l.customer_id
    where p.person_id = ${personId}`
  return sql`
    select id from customers where id <> ${personId} and id in (
      ${alike(sql`l.phone = o.phone`)}
      union ${alike(sql`l.name_words = o.name_words and cardinality(o.name_words) > 1`)})
    order by last_at desc limit 5`
}

const distinct = (texts: (string | null | undefined)[]) => [...new Set(texts.flatMap((text) => text || []))]

function shownLead({ answeredAt, createdAt, ...lead }: LeadRow): CustomerLead {
  return {
    ...lead,
    answeredAt: answeredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

export interface NoteRow extends Omit<CustomerNote, 'createdAt' | 'updatedAt'> {
  customerId: number
  createdAt: Date
  updatedAt: Date
}

export const noteColumns = (sql: Sql | Tx) => sql`id, customer_id, text, author, created_at, updated_at`

export function shownNote({ id, text, author, createdAt, updatedAt }: NoteRow): CustomerNote {
  return { id, text, author, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** Throws HttpError 404 if the id is unknown. */
export async function findNote(sql: Sql | Tx, id: number): Promise<NoteRow> {
  const [note] = await sql<[NoteRow?]>`select ${noteColumns(sql)} from customer_notes where id = ${id}`
  if (!note) throw new HttpError(404, 'Nota non trovata.')
  return note
}
