import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Id,
  Lines,
  listInput,
  listOf,
  Moment,
  Nullable,
  Price,
  phoneLinkFields,
  titled,
} from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { LeadMessage } from '../answers/contract.ts'
import { LeadItem } from '../inbox/contract.ts'
import { ByKind, LeadKind } from '../lead/contract.ts'

// A customer is a person who sent one or several leads. Every lead has exactly one customer. The function customer_of()
// in sql/090_customers.sql is the source of this rule. It compares a new lead with the leads of all customers, by phone
// number in E.164 form, e-mail address in small letters, and the words of the name. The lead belongs to the customer
//   1. of a lead with the same e-mail address, or else
//   2. of a lead with the same phone number and the same name, or else
//   3. of a lead with the same phone number, if only one customer uses the number, one of the two leads has no e-mail
//      address, and one name contains the other or is missing.
// Otherwise the lead gets a new customer. Guests of a hotel who all give its phone number therefore remain different
// customers. The rule never joins two existing customers. Only staff join customers, and they can undo a join, because
// every join is a stored row.

const maybeText = Nullable(Type.String())

const identity = {
  id: Id,
  /** Newest name, phone number and e-mail address of the leads. */
  name: maybeText,
  phone: Type.String(),
  email: maybeText,
}

export const CustomerItem = Type.Object({
  ...identity,
  requests: Type.Integer(),
  confirmed: Type.Integer(),
  /** Sum in euro of the prices of the confirmed leads; null if none has a price. */
  value: Price,
  notes: Type.Integer(),
  lastAt: Moment,
})
export type CustomerItem = Static<typeof CustomerItem>

const { properties: lead } = LeadItem

const CustomerLead = Type.Object({
  kind: LeadKind,
  id: Id,
  code: lead.code,
  name: lead.name,
  phone: lead.phone,
  email: lead.email,
  departure: lead.departure,
  destination: lead.destination,
  date: lead.date,
  time: lead.time,
  passengers: lead.passengers,
  returnTrip: lead.returnTrip,
  message: lead.message,
  notes: lead.notes,
  formSource: lead.formSource,
  /** Page on which the visitor entered the site; null if unknown. */
  landingPath: maybeText,
  status: lead.status,
  assignedToName: lead.assignedToName,
  price: lead.price,
  answeredAt: lead.answeredAt,
  answeredVia: lead.answeredVia,
  createdAt: lead.createdAt,
})
export type CustomerLead = Static<typeof CustomerLead>

/** A change or cancellation that the customer requested on the status page. */
const CustomerWish = Type.Object({
  id: Id,
  leadKind: LeadKind,
  leadId: Id,
  kind: Type.Union([Type.Literal('cancel'), Type.Literal('change')]),
  text: Type.String(),
  createdAt: Moment,
})

/** A message or call from staff to the customer. */
const CustomerMessage = Type.Object({
  ...Type.Pick(LeadMessage, ['id', 'via', 'subject', 'text', 'outcome', 'author', 'createdAt']).properties,
  leadKind: LeadKind,
  leadId: Id,
})

export const CustomerNote = Type.Object({
  id: Id,
  text: Type.String(),
  author: Type.String(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type CustomerNote = Static<typeof CustomerNote>

const CustomerJoin = Type.Object({
  id: Id,
  /** Newest name, or else the phone number, of the joined customer. */
  name: Type.String(),
  joinedBy: Type.String(),
  joinedAt: Moment,
})

export const Customer = Type.Object({
  ...identity,
  /** Each phone number once, as the newest lead with this number writes it. */
  phones: Type.Array(Type.Object({ phone: Type.String(), call: phoneLinkFields.call })),
  emails: Type.Array(Type.String()),
  confirmed: Type.Integer(),
  value: Price,
  leads: Type.Array(CustomerLead),
  messages: Type.Array(CustomerMessage),
  wishes: Type.Array(CustomerWish),
  notes: Type.Array(CustomerNote),
  joins: Type.Array(CustomerJoin),
  /** Other customers with the same phone number, or the same name of at least two words. Staff may join them. */
  alike: Type.Array(Type.Object({ ...identity, requests: Type.Integer() })),
})
export type Customer = Static<typeof Customer>

const customerTables = ['leads', 'customer_leads', 'customer_joins', 'customer_notes', 'lead_messages']

export const ListCustomers = query(
  'GET /api/admin/customers',
  'operatore',
  Type.Object(listInput('lastAt', 'name', 'requests', 'value')),
  listOf(CustomerItem),
  {
    tables: customerTables,
    summary: 'Customers; searches name, phone number and e-mail address of all their leads',
  },
)

export const ReadCustomer = query('GET /api/admin/customers/:id', 'operatore', ById, Customer, {
  tables: customerTables,
  summary:
    'A customer with all leads, wishes and notes; the id of a joined customer returns the whole person',
})

export const ReadLeadCustomer = query(
  'GET /api/admin/leads/:kind/:id/customer',
  'operatore',
  ByKind,
  Customer,
  { tables: customerTables, summary: 'The customer who sent a lead' },
)

export const customersJoined = act('leads:customersJoined', 'Clienti uniti', {
  fields: { joinedId: 'Cliente unito' },
})

export const JoinCustomers = command(
  'POST /api/admin/customers/:id/joins',
  'operatore',
  Type.Object({ id: Id, otherId: titled('Altro cliente', Id) }),
  Customer,
  {
    acts: [customersJoined],
    status: 201,
    summary: 'States that both customers are one person; can be undone',
  },
)

export const customersSeparated = act('leads:customersSeparated', 'Clienti separati', {
  fields: { joinedId: 'Cliente unito' },
})

export const UndoJoin = command(
  'POST /api/admin/customer-joins/:id/undo',
  'operatore',
  ById,
  Type.Object({}),
  {
    acts: [customersSeparated],
    status: 204,
    summary: 'Separates the joined customers; the join stays stored as undone',
  },
)

const text = Lines(4000, { message: 'Scrivi la nota, al massimo 4000 caratteri' })

export const customerNoteAdded = act('leads:customerNoteAdded', 'Nota su un cliente aggiunta')

export const AddNote = command(
  'POST /api/admin/customers/:id/notes',
  'operatore',
  Type.Object({ id: Id, text: titled('Nota', text) }),
  CustomerNote,
  { acts: [customerNoteAdded], status: 201 },
)

export const ReadNote = query('GET /api/admin/customer-notes/:id', 'operatore', ById, CustomerNote, {
  tables: ['customer_notes'],
})

export const customerNoteChanged = act('leads:customerNoteChanged', 'Nota su un cliente modificata')

export const SaveNote = command(
  'PUT /api/admin/customer-notes/:id',
  'operatore',
  Type.Object({ id: Id, text: titled('Nota', text), updatedAt: Moment }),
  CustomerNote,
  { acts: [customerNoteChanged] },
)

export const customerNoteDeleted = act('leads:customerNoteDeleted', 'Nota su un cliente eliminata')

export const DeleteNote = command('DELETE /api/admin/customer-notes/:id', 'admin', ById, Type.Object({}), {
  acts: [customerNoteDeleted],
  status: 204,
})
