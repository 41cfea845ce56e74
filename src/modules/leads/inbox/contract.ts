import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Emptyable,
  FileText,
  Id,
  Language,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  Price,
  phoneLinkFields,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, exported, query } from '../../../kernel/message.ts'
import { FareSource } from '../../catalog/fares/contract.ts'
import { type AskedField, askedFields, askedNames, eachAsked } from '../lead/askedFields.contract.ts'
import { AnswerWay, ByKind, keyPattern, LeadDay, LeadKind, LeadState, LeadTime } from '../lead/contract.ts'
import { LeadProvenance } from '../provenance/contract.ts'
import { AvailabilityRequest } from '../requests/contract.ts'
import { leadFields, type OfficeSource, type SiteForm } from '../requests/fields.contract.ts'
import { TapCode } from '../taps/contract.ts'

const formNames = new Map<string, string>(
  Object.entries({
    'sticky-footer': 'finestra del sito',
    'senza-prezzo': 'finestra del sito, viaggio senza prezzo',
    preventivo: 'finestra del sito, preventivo',
    pagina: 'pagina di richiesta',
    contatti: 'pagina dei contatti',
    telefono: 'telefono',
    whatsapp: 'WhatsApp',
  } satisfies Record<SiteForm | OfficeSource, string>),
)

/** Returns the name of a form as staff know it. Returns an unknown source unchanged. */
export const formName = (source: string) => formNames.get(source) ?? source

export const quoteSourceNames: Record<FareSource, string> = {
  listed: 'listino',
  reverse: 'tratta inversa',
  estimated: 'stima',
}

const maybeText = Nullable(Type.String())

/** Links that start a call or a message with price and conditions. */
const AnswerLinks = Type.Object({
  ...phoneLinkFields,
  /** `mailto:` link; null if the lead has no e-mail address. */
  email: maybeText,
})
export type AnswerLinks = Static<typeof AnswerLinks>

export const LeadItem = Type.Object({
  kind: LeadKind,
  id: Id,
  /** Code by which customer and staff identify the lead on the phone. */
  code: Type.String(),
  name: maybeText,
  phone: Type.String(),
  email: maybeText,
  ...eachAsked(() => maybeText),
  returnTrip: Type.Boolean(),
  /** Price of the outbound ride as text: of the chosen offer or, without a choice, of the cheapest private offer. */
  quote: maybeText,
  returnQuote: maybeText,
  totalQuote: maybeText,
  quoteSource: Nullable(FareSource),
  quotedDay: maybeText,
  message: maybeText,
  formSource: maybeText,
  /** Language in which the customer wrote. */
  language: Language,
  status: LeadState,
  assignedTo: Nullable(Id),
  assignedToName: maybeText,
  notes: maybeText,
  dueAt: Nullable(Moment),
  isRead: Type.Boolean(),
  answeredAt: Nullable(Moment),
  answeredVia: maybeText,
  /** Time since which the customer waits for a second or later answer; otherwise null. */
  waitingSince: Nullable(Moment),
  /** Time by which the site promised the customer an answer. */
  promisedAt: Moment,
  isLate: Type.Boolean(),
  /** Euro for the whole trip: the quoted price until staff and customer agree on a price, then the agreed price. */
  price: Price,
  /** Source of `price`: agreed with staff, offer chosen by the customer, or cheapest private offer. */
  priceSource: Nullable(
    Type.Union([Type.Literal('agreed'), Type.Literal('chosen'), Type.Literal('estimated')]),
  ),
  /** True if staff should call, because mail to the customer bounces. */
  callInstead: Type.Boolean(),
  /** The sender may be a robot: filled in the hidden field or was very fast, and sent again. */
  isSuspected: Type.Boolean(),
  links: AnswerLinks,
  createdAt: Moment,
  updatedAt: Moment,
})
export type LeadItem = Static<typeof LeadItem>

export const ChangedLead = Type.Omit(LeadItem, ['links'])
export type ChangedLead = Static<typeof ChangedLead>

export const LeadDetail = Type.Object({
  ...LeadItem.properties,
  /** Null if it is unknown. */
  provenance: Nullable(LeadProvenance),
  reply: Type.Object({
    /** Text of the first reply by mail, in the customer's language. */
    text: Type.String(),
    /** The text in Italian; null if the customer reads Italian. */
    italianText: maybeText,
    subject: Type.String(),
    /** Templates with their variables filled in. A new reply starts with the first template of its channel. */
    drafts: Type.Array(
      Type.Object({
        via: AnswerWay,
        name: Type.String(),
        subject: Type.String(),
        /** In the customer's language. */
        text: Type.String(),
        /** The text in Italian; null if the customer reads Italian or no Italian template has this name. */
        italianText: maybeText,
      }),
    ),
    /** All offers for the outbound ride, in Italian; empty if route or number of passengers is unknown. */
    offers: Type.Array(Type.String()),
    /** Details that staff must still ask for. */
    missing: Type.Array(Type.String()),
  }),
})
export type LeadDetail = Static<typeof LeadDetail>

const leadTables = ['leads', 'lead_waits']

const { name, phone, message, position } = AvailabilityRequest.properties
const address = Maybe(leadFields.address.maxLength, { isName: true })

const filters = {
  ...listInput('createdAt', 'dueAt', 'name', 'status', 'date'),
  status: Type.Optional(LeadState),
  /** Id of the owner's account; 0 selects unassigned leads. */
  assignedTo: Type.Optional(Type.Integer({ minimum: 0 })),
  /** First and last day, in Rome, on which the leads arrived. */
  from: Type.Optional(LeadDay),
  to: Type.Optional(LeadDay),
  /** First and last day of the outbound or the return ride. */
  travelFrom: Type.Optional(LeadDay),
  travelTo: Type.Optional(LeadDay),
  /** True to select leads whose customer waits for an answer. */
  isWaiting: Type.Optional(Type.Boolean()),
}
export const LeadFilters = Type.Object(filters)
export type LeadFilters = Static<typeof LeadFilters>

export const ListLeads = query(
  'GET /api/admin/leads',
  'operatore',
  Type.Object({
    ...filters,
    kind: Type.Optional(LeadKind),
  }),
  Type.Object({
    ...listOf(LeadItem).properties,
    /** Numbers of leads by kind and status. All filters except `kind`, `status` and `isWaiting` apply. */
    counts: Type.Array(
      Type.Object({ kind: LeadKind, status: LeadState, count: Type.Integer(), unread: Type.Integer() }),
    ),
  }),
  { tables: leadTables, summary: 'All leads in one list; searches name, phone, email, places and code' },
)

export const ListAvailabilityRequests = query(
  'GET /api/admin/availability-requests',
  'operatore',
  LeadFilters,
  listOf(LeadItem),
  { tables: ['leads'] },
)
export const ListBookings = query('GET /api/admin/bookings', 'operatore', LeadFilters, listOf(LeadItem), {
  tables: ['leads'],
})
export const ListContacts = query('GET /api/admin/contacts', 'operatore', LeadFilters, listOf(LeadItem), {
  tables: ['leads'],
})

export const ReadAvailabilityRequest = query(
  'GET /api/admin/availability-requests/:id',
  'operatore',
  ById,
  LeadDetail,
  { tables: ['leads'] },
)
export const ReadBooking = query('GET /api/admin/bookings/:id', 'operatore', ById, LeadDetail, {
  tables: ['leads'],
})
export const ReadContact = query('GET /api/admin/contacts/:id', 'operatore', ById, LeadDetail, {
  tables: ['leads'],
})

export const ReadLead = query('GET /api/admin/leads/:kind/:id', 'operatore', ByKind, LeadDetail, {
  tables: leadTables,
  summary: 'A lead with the texts to answer it',
})

/** Notes also contain each change that the customer has asked for, which can have 8,000 characters. */
const notesMax = 50_000

export const LeadChange = Type.Object({
  id: Id,
  status: titled('Stato', Type.Optional(LeadState)),
  assignedTo: titled('Assegnata a', Type.Optional(Nullable(Id))),
  notes: titled('Note', MaybeLines(notesMax)),
  dueAt: titled(
    'Da fare entro',
    Type.Optional(Type.Union([Moment, Type.Literal(''), Type.Null()], { message: 'Data non valida' })),
  ),
  date: titled('Data del viaggio', Emptyable(LeadDay)),
  time: titled('Orario', Emptyable(LeadTime)),
  returnDate: titled('Data del ritorno', Emptyable(LeadDay)),
  returnTime: titled('Orario del ritorno', Emptyable(LeadTime)),
  address: titled('Indirizzo', address),
  position: titled('Posizione', position),
  language: titled('Lingua del cliente', Type.Optional(Language)),
  /** Price in euro for the whole trip. It counts as agreed if it differs from the present one, or with a confirmation. */
  price: titled(
    'Prezzo',
    Emptyable(Type.String({ maxLength: 20, isDecimal: true, message: 'Scrivi il prezzo come 110 o 110,50' })),
  ),
  /** `updated_at` of the lead when the form loaded it. */
  updatedAt: Type.Optional(Moment),
})
export type LeadChange = Static<typeof LeadChange>

/** A restore of an earlier state sends null for a quoted price, because any other price that is sent counts as agreed. */
const restored = ({ priceSource = 'agreed', ...values }: Record<string, unknown>) =>
  priceSource === 'agreed' ? values : { ...values, price: null }

export const leadChanged = act('leads:leadChanged', 'Richiesta modificata', {
  fields: { priceSource: 'Fonte del prezzo', notesChanged: 'Note cambiate (il testo non è conservato)' },
})

export const ChangeAvailabilityRequest = command(
  'PATCH /api/admin/availability-requests/:id',
  'operatore',
  LeadChange,
  ChangedLead,
  { acts: [leadChanged], restored },
)
export const ChangeBooking = command('PATCH /api/admin/bookings/:id', 'operatore', LeadChange, ChangedLead, {
  acts: [leadChanged],
  restored,
})
export const ChangeContact = command('PATCH /api/admin/contacts/:id', 'operatore', LeadChange, ChangedLead, {
  acts: [leadChanged],
  restored,
})

export const MarkRead = command(
  'POST /api/admin/leads/:kind/:id/read',
  'operatore',
  ByKind,
  Type.Object({}),
  {
    status: 204,
  },
)

/** Fields with a form of their own: staff choose or calculate with them. */
const readNames = [
  'departure',
  'destination',
  'date',
  'time',
  'passengers',
  'returnDate',
  'returnTime',
] as const
type DetailName = Exclude<AskedField, (typeof readNames)[number]>
/** Fields of a lead from a call that are any text. */
export const detailNames = askedNames.filter(
  (name): name is DetailName => !readNames.some((one) => one === name),
)

const details = Object.fromEntries(
  detailNames.map((name) => [name, titled(askedFields[name].name, AvailabilityRequest.properties[name])]),
) as Pick<typeof AvailabilityRequest.properties, DetailName>

/** A lead from a call or a WhatsApp message: with a route an availability request, otherwise a contact message. */
export const PhoneLead = Type.Object({
  name: titled('Nome', name),
  phone: titled('Telefono', phone),
  email: titled(
    'Email',
    Type.Optional(
      Type.Union([AvailabilityRequest.properties.email, Type.Literal(''), Type.Null()], {
        message: 'Email non valida',
      }),
    ),
  ),
  departure: titled('Partenza', Maybe(160, { isName: true })),
  destination: titled('Destinazione', Maybe(160, { isName: true })),
  passengers: titled('Passeggeri', Maybe(20)),
  date: titled('Data', Emptyable(LeadDay)),
  time: titled('Orario', Emptyable(LeadTime)),
  ...details,
  address: titled(askedFields.address.name, address),
  message: titled('Messaggio', message),
  /** Language of the customer; Italian if it is missing. */
  language: titled('Lingua', Type.Optional(Language)),
  /** Code in the customer's WhatsApp message. The new lead gets this code and the provenance stored with it. */
  tapCode: Type.Optional(Type.Union([TapCode, Type.Literal('')], { message: 'Codice non valido' })),
})

export const phoneLeadAdded = act('leads:phoneLeadAdded', 'Richiesta presa al telefono')

export const AddPhoneLead = command('POST /api/admin/leads', 'operatore', PhoneLead, ChangedLead, {
  acts: [phoneLeadAdded],
  status: 201,
  summary: 'Stores a lead that came by phone. It counts as answered: no reminder and no receipt is sent',
  repeats: {
    commands: ['POST /api/admin/leads'],
    refusal:
      'Questa richiesta è già registrata, com’era prima delle ultime modifiche: cercala tra le richieste. Se ne vuoi ' +
      'un’altra, premi ancora «Registra».',
    content: (typed) => typed,
  },
})

export const ListOwners = query(
  'GET /api/admin/leads/owners',
  'operatore',
  Type.Object({}),
  listOf(Type.Object({ id: Id, username: Type.String() })),
  { summary: 'Accounts to which a lead can be assigned' },
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
    travelFrom: filters.travelFrom,
    travelTo: filters.travelTo,
    /** Comma-separated keys of the chosen leads; by default all leads that match the filters. */
    keys: Type.Optional(
      Type.String({
        pattern: `^${keyPattern}(,${keyPattern}){0,499}$`,
        message: 'Scegli da 1 a 500 richieste',
      }),
    ),
  }),
  FileText,
  { summary: 'The leads as CSV for a spreadsheet', replyType: 'text/csv', ...exported },
)

export const leadRead = event('leads:leadRead', Type.Object({ kind: LeadKind, leadId: Id }))

export const answerOverdue = event('leads:answerOverdue', Type.Object({ kind: LeadKind, leadId: Id }))

/**
 * Emitted when a lead becomes or is no longer confirmed, or a confirmed lead gets another day or time (`isMoved`) or
 * another street address (`isReaddressed`).
 */
export const rideChanged = event(
  'leads:rideChanged',
  Type.Object({
    kind: LeadKind,
    leadId: Id,
    isMoved: Type.Optional(Type.Boolean()),
    isReaddressed: Type.Optional(Type.Boolean()),
  }),
)

/** Emitted when a mail to the customer bounces, and when a bounced mail no longer counts as bounced. */
export const customerMailReported = event(
  'leads:customerMailReported',
  Type.Object({ kind: LeadKind, leadId: Id, hasBounced: Type.Boolean() }),
)
