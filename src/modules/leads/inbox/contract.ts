import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  ById,
  Day,
  Id,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  Price,
} from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'
import { FareSource } from '../../catalog/fares/contract.ts'
import { AvailabilityRequest } from '../requests/contract.ts'
import { TapCode } from '../taps/contract.ts'

// Leads as staff see and handle them: three kinds in one inbox.

export const LeadKind = Type.Union(
  [Type.Literal('availability_request'), Type.Literal('booking'), Type.Literal('contact')],
  { message: 'Tipo di richiesta non valido' },
)
export type LeadKind = Static<typeof LeadKind>

export const LeadState = Type.Union(
  [
    Type.Literal('nuova'),
    Type.Literal('contattata'),
    Type.Literal('preventivo'),
    Type.Literal('confermata'),
    Type.Literal('persa'),
  ],
  { message: 'Stato non valido' },
)
export type LeadState = Static<typeof LeadState>

const forms = new Map([
  ['sticky-footer', 'finestra del sito'],
  ['pagina', 'pagina di richiesta'],
  ['telefono', 'telefono'],
  ['whatsapp', 'WhatsApp'],
])

/** Returns the staff's name of the form that sent a request; an unknown source keeps its own name. */
export const formName = (source: string) => forms.get(source) ?? source

/** Staff's name for the source of a quoted price. */
export const quoteSourceNames: Record<FareSource, string> = {
  listed: 'listino',
  reverse: 'tratta inversa',
  estimated: 'stima',
}

const AnswerWay = Type.Union([Type.Literal('call'), Type.Literal('whatsapp'), Type.Literal('email')], {
  message: 'Indica come hai risposto',
})
export type AnswerWay = Static<typeof AnswerWay>

export const LeadDay = Day({ message: 'Indica una data valida' })
const Time = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', message: 'Indica un orario valido' })
/** Omitted keeps the value; null or empty clears it. */
const emptyable = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Literal(''), Type.Null()], { message: schema.message ?? '' }))

const maybeText = Nullable(Type.String())

/** One-tap links: the customer's number, and a text with price and conditions. */
const AnswerLinks = Type.Object({
  call: Type.String(),
  /** Null if the number is invalid. */
  whatsapp: maybeText,
  email: maybeText,
})

export const LeadItem = Type.Object({
  kind: LeadKind,
  id: Id,
  /** Read out by the customer on the phone. */
  code: Type.String(),
  name: maybeText,
  phone: Type.String(),
  email: maybeText,
  departure: maybeText,
  destination: maybeText,
  date: maybeText,
  time: maybeText,
  passengers: maybeText,
  luggage: maybeText,
  flightOrTrain: maybeText,
  returnTrip: Type.Boolean(),
  returnDate: maybeText,
  returnTime: maybeText,
  /** The price of the chosen ride at the time of the request, as text. */
  quote: maybeText,
  returnQuote: maybeText,
  totalQuote: maybeText,
  /** The source of the quoted fare, and its day of travel. */
  quoteSource: Nullable(FareSource),
  quotedDay: maybeText,
  message: maybeText,
  formSource: maybeText,
  status: LeadState,
  assignedTo: Nullable(Id),
  assignedToName: maybeText,
  notes: maybeText,
  dueAt: Nullable(Moment),
  /** Whether any staff member has opened it. */
  isRead: Type.Boolean(),
  answeredAt: Nullable(Moment),
  answeredVia: maybeText,
  /** When the answer is due. */
  promisedAt: Moment,
  isLate: Type.Boolean(),
  /** Euro for the whole trip: the agreed price, before that the list price at the time of the request. */
  price: Price,
  /** Set by staff, the offer the customer chose, or the private offer for the customer's party. */
  priceSource: Nullable(
    Type.Union([Type.Literal('agreed'), Type.Literal('chosen'), Type.Literal('estimated')]),
  ),
  /** Mail to the customer bounces: answer by phone. */
  callInstead: Type.Boolean(),
  links: AnswerLinks,
  createdAt: Moment,
  updatedAt: Moment,
})
export type LeadItem = Static<typeof LeadItem>

/** The lead after a command. */
const ChangedLead = Type.Omit(LeadItem, ['links'])
export type ChangedLead = Static<typeof ChangedLead>

/** How the sender reached the site (leads/provenance); null if unknown. */
const Provenance = Nullable(
  Type.Object({
    landingPath: maybeText,
    source: Type.String(),
    campaign: maybeText,
    isAcrossVisits: Type.Boolean(),
  }),
)

export const LeadDetail = Type.Object({
  ...LeadItem.properties,
  provenance: Provenance,
  reply: Type.Object({
    /** Prefilled text of the WhatsApp message or mail. */
    text: Type.String(),
    subject: Type.String(),
    /** Every offer for these people, as text; empty if route or number is unknown. */
    offers: Type.Array(Type.String()),
    /** Details that staff must still ask for. */
    missing: Type.Array(Type.String()),
  }),
})
export type LeadDetail = Static<typeof LeadDetail>

/** The tables behind the list of leads. */
const leadTables = ['availability_requests', 'bookings', 'contacts']

const filters = {
  ...listInput('createdAt', 'dueAt', 'name', 'status', 'date'),
  status: Type.Optional(LeadState),
  /** 0: unassigned. */
  assignedTo: Type.Optional(Type.Integer({ minimum: 0 })),
  /** First and last day of arrival, in Rome. */
  from: Type.Optional(LeadDay),
  to: Type.Optional(LeadDay),
}
const LeadFilters = Type.Object(filters)
export type LeadFilters = Static<typeof LeadFilters>

export const ListLeads = query(
  'GET /api/admin/leads',
  'admin',
  Type.Object({
    ...filters,
    kind: Type.Optional(LeadKind),
  }),
  Type.Object({
    ...listOf(LeadItem).properties,
    /** Rows of the other filters, by kind and status. */
    counts: Type.Array(
      Type.Object({ kind: LeadKind, status: LeadState, count: Type.Integer(), unread: Type.Integer() }),
    ),
  }),
  { tables: leadTables, summary: 'All leads in one list; searches name, phone, email, places and code' },
)

export const ListAvailabilityRequests = query(
  'GET /api/admin/availability-requests',
  'admin',
  LeadFilters,
  listOf(LeadItem),
  { tables: ['availability_requests'] },
)
export const ListBookings = query('GET /api/admin/bookings', 'admin', LeadFilters, listOf(LeadItem), {
  tables: ['bookings'],
})
export const ListContacts = query('GET /api/admin/contacts', 'admin', LeadFilters, listOf(LeadItem), {
  tables: ['contacts'],
})

export const ReadAvailabilityRequest = query(
  'GET /api/admin/availability-requests/:id',
  'admin',
  ById,
  LeadDetail,
  { tables: ['availability_requests'] },
)
export const ReadBooking = query('GET /api/admin/bookings/:id', 'admin', ById, LeadDetail, {
  tables: ['bookings'],
})
export const ReadContact = query('GET /api/admin/contacts/:id', 'admin', ById, LeadDetail, {
  tables: ['contacts'],
})

const ByKind = Type.Object({ kind: LeadKind, id: Id })

export const ReadLead = query('GET /api/admin/leads/:kind/:id', 'admin', ByKind, LeadDetail, {
  tables: leadTables,
  summary: 'A lead with the texts to answer it',
})

export const LeadChange = Type.Object({
  id: Id,
  status: Type.Optional(LeadState),
  assignedTo: Type.Optional(Nullable(Id)),
  notes: MaybeLines(4000),
  dueAt: Type.Optional(Type.Union([Moment, Type.Literal(''), Type.Null()], { message: 'Data non valida' })),
  date: emptyable(LeadDay),
  time: emptyable(Time),
  returnDate: emptyable(LeadDay),
  returnTime: emptyable(Time),
  /** Euro, the selling price of the whole trip. */
  price: emptyable(
    Type.String({ pattern: '^\\d{1,6}([.,]\\d{1,2})?$', message: 'Scrivi il prezzo come 110 o 110,50' }),
  ),
  /** The version the form was loaded with. */
  updatedAt: Type.Optional(Moment),
})
export type LeadChange = Static<typeof LeadChange>

export const ChangeAvailabilityRequest = command(
  'PATCH /api/admin/availability-requests/:id',
  'admin',
  LeadChange,
  ChangedLead,
)
export const ChangeBooking = command('PATCH /api/admin/bookings/:id', 'admin', LeadChange, ChangedLead)
export const ChangeContact = command('PATCH /api/admin/contacts/:id', 'admin', LeadChange, ChangedLead)

export const RecordAnswer = command(
  'POST /api/admin/leads/:kind/:id/answer',
  'admin',
  Type.Object({ ...ByKind.properties, via: AnswerWay }),
  ChangedLead,
  { summary: 'The customer was called or written to; the first time stands' },
)

export const MarkRead = command('POST /api/admin/leads/:kind/:id/read', 'admin', ByKind, Type.Object({}), {
  status: 204,
})

const { name, phone, message, luggage, flightOrTrain } = AvailabilityRequest.properties

/** A phone call: a request if it has a route, otherwise a message. */
export const PhoneLead = Type.Object({
  name,
  phone,
  email: Type.Optional(
    Type.Union([AvailabilityRequest.properties.email, Type.Literal(''), Type.Null()], {
      message: 'Email non valida',
    }),
  ),
  departure: Maybe(160),
  destination: Maybe(160),
  passengers: Maybe(20),
  date: emptyable(LeadDay),
  time: emptyable(Time),
  flightOrTrain,
  luggage,
  message,
  /** Code of a WhatsApp message: the lead takes it over, with the page it was written on. */
  tapCode: Type.Optional(Type.Union([TapCode, Type.Literal('')], { message: 'Codice non valido' })),
})

export const AddPhoneLead = command('POST /api/admin/leads', 'admin', PhoneLead, ChangedLead, {
  status: 201,
  summary: 'A lead from the telephone: answered already, so nobody is reminded and nobody gets a receipt',
})

export const ListOwners = query(
  'GET /api/admin/leads/owners',
  'admin',
  Type.Object({}),
  Type.Array(Type.Object({ id: Id, username: Type.String() })),
  { summary: 'Who a lead can be given to' },
)

export const ExportLeads = query(
  'GET /api/admin/leads/export.csv',
  'superAdmin',
  Type.Object({
    kind: Type.Optional(LeadKind),
    search: filters.search,
    status: filters.status,
    assignedTo: filters.assignedTo,
    from: filters.from,
    to: filters.to,
  }),
  Type.String(),
  { summary: 'The list as CSV for a spreadsheet', replyType: 'text/csv' },
)

/** Unanswered for ten minutes of opening time. */
export const answerOverdue = event('leads:answerOverdue', Type.Object({ kind: LeadKind, leadId: Id }))

/** A mail to the customer bounced, or is sent again after a bounce. */
export const customerMailReported = event(
  'leads:customerMailReported',
  Type.Object({ kind: LeadKind, leadId: Id, hasBounced: Type.Boolean() }),
)
