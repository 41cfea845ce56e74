import { type Static, Type } from '@sinclair/typebox'
import { dayEndPattern } from '../../../kernel/clockTime.ts'
import {
  Day,
  Email,
  Language,
  Lines,
  Maybe,
  MaybeWebAddress,
  Moment,
  Nullable,
  phoneLinkFields,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, internalQuery, query } from '../../../kernel/message.ts'

/** The operator as visitors see it. Defaults replace empty values. */
export const Company = Type.Object({
  companyName: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  leadsEmail: Type.String(),
  vatNumber: Type.String(),
  rea: Type.String(),
  address: Type.String(),
  city: Type.String(),
  cap: Type.String(),
  fullAddress: Type.String(),
})
export type Company = Static<typeof Company>

export const ReadCompany = query('GET /api/company-settings', 'public', Type.Object({}), Company, {
  summary: 'The operator: names, contacts, seat',
  maxAgeSeconds: 60,
})

/** The operator's credentials and the rules of the service. Pages omit empty credentials. */
export const Service = Type.Object({
  licenceNumber: Type.String(),
  licenceMunicipality: Type.String(),
  inBusinessSince: Nullable(Type.Integer()),
  insurance: Type.String(),
  /** Languages separated by commas. */
  languages: Type.String(),
  takesCard: Type.Boolean(),
  takesCash: Type.Boolean(),
  takesTransfer: Type.Boolean(),
  takesPaypal: Type.Boolean(),
  /** Minutes of waiting without a fee. */
  waitingMinutes: Type.Integer(),
  /** Euro for each further hour of waiting or part of it; 0 if the site states no fee. */
  waitingFee: Type.Integer(),
  /** The operator refunds cancellations until this many hours before the ride; 0 means until the departure. */
  refundHours: Type.Integer(),
  /** The operator accepts changes until this many hours before the ride; 0 means until the departure. */
  changeHours: Type.Integer(),
  /** True if travelling customers can call at any hour. */
  isPhoneAlwaysOn: Type.Boolean(),
  hasNightRides: Type.Boolean(),
})
export type Service = Static<typeof Service>

export const Operator = Type.Object({
  ...Company.properties,
  ...Service.properties,
  /** Phone number for WhatsApp; by default `phone`. */
  whatsappPhone: Type.String(),
  /** `call` is a link to `phone`, `whatsapp` a link to `whatsappPhone`. */
  ...phoneLinkFields,
  /** Time in Rome; by default `06:00` to `24:00`. */
  openingFrom: Type.String(),
  openingTo: Type.String(),
  /** Profiles with a stored URL. */
  socials: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
})
export type Operator = Static<typeof Operator>

/** Automatic messages that the operator may switch off. */
export const MessageSettings = Type.Object({
  /** The customer gets the accepted offer by mail. */
  sendsConfirmation: titled('Conferma al cliente che accetta un preventivo', Type.Boolean()),
  /** The customer gets a mail with driver and vehicle before the ride, and another mail after a change. */
  sendsDriver: titled('Autista al cliente, 12 ore prima', Type.Boolean()),
  /** 24 hours before a trip, the office gets a mail if the trip still lacks something, such as a driver. */
  sendsGaps: titled('All’ufficio ciò che manca a un viaggio, 24 ore prima', Type.Boolean()),
  /** On the morning after the ride, the customer gets a mail that asks for a review. */
  sendsReviewRequest: titled(
    'Richiesta di recensione al cliente, la mattina dopo il viaggio',
    Type.Boolean(),
  ),
})
export type MessageSettings = Static<typeof MessageSettings>

/** The data of `Service` as sentences in one language, and contacts. A text without stored data is empty. */
export const ServiceRules = Type.Object({
  waiting: Type.String(),
  waitingFee: Type.String(),
  night: Type.String(),
  refund: Type.String(),
  change: Type.String(),
  payment: Type.String(),
  delays: Type.String(),
  openingHours: Type.String(),
  operator: Type.Object({
    companyName: Type.String(),
    licence: Type.String(),
    inBusiness: Type.String(),
    insurance: Type.String(),
    languages: Type.String(),
    phone: Type.String(),
    whatsappPhone: Type.String(),
    email: Type.String(),
    address: Type.String(),
  }),
})

export const ReadServiceRules = internalQuery(
  'settings:readServiceRules',
  Type.Object({ lang: Language }),
  ServiceRules,
)

const Testimonial = Type.Object({
  name: titled('Nome', Text(80, { message: 'Inserisci il nome' })),
  text: titled('Testo', Lines(600, { message: 'Inserisci il testo' })),
  /** Site or occasion of the text. */
  source: titled('Fonte', Text(120, { message: 'Inserisci la fonte' })),
  /** `2026-08-14` or empty. */
  date: titled('Data', Type.Union([Day(), Type.Literal('')], { default: '', message: 'Data non valida' })),
  /** Empty or missing if the source has none. */
  stars: titled(
    'Stelle',
    Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Literal('')], {
        message: 'Da 1 a 5 stelle, o nessuna',
      }),
    ),
  ),
})
export type Testimonial = Static<typeof Testimonial>

/** Ratings and reviews from elsewhere. Pages show a claim only with its source. */
export const Claims = Type.Object({
  rating: Nullable(
    Type.Object({
      value: Type.String(),
      count: Nullable(Type.Integer()),
      source: Type.String(),
      isVerified: Type.Boolean(),
    }),
  ),
  testimonials: Type.Array(Testimonial),
})
export type Claims = Static<typeof Claims>

const link = (name: string) =>
  MaybeWebAddress(300, { message: `L’indirizzo di ${name} deve iniziare con https://` })
const hour = Type.Optional(Type.String({ pattern: dayEndPattern, message: 'Ora nel formato 06:00' }))

const whole = (maximum: number, message: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, message }))

/** An omitted field keeps its stored value, except that `rea`, `address`, `cap` and `city` become empty. */
export const CompanySettings = Type.Object({
  companyName: titled('Ragione sociale', Text(120, { message: 'Inserisci il nome dell’azienda' })),
  vatNumber: titled('Partita IVA', Text(20, { message: 'Inserisci la partita IVA' })),
  rea: titled('REA', Maybe(40)),
  phone: titled('Telefono', Text(40, { isName: true, message: 'Inserisci il telefono' })),
  email: titled('Email', Email()),
  leadsEmail: titled(
    'Email per le richieste',
    Text(1000, { message: 'Inserisci uno o più indirizzi email separati da virgola' }),
  ),
  address: titled('Indirizzo', Maybe(160)),
  cap: titled('CAP', Maybe(10, { isName: true })),
  city: titled('Città', Maybe(80)),
  whatsappPhone: titled('Numero WhatsApp', Maybe(40, { isName: true })),
  openingFrom: titled('Ufficio, dalle', hour),
  openingTo: titled('Ufficio, fino alle', hour),
  returnDiscountPercent: titled(
    'Sconto sul ritorno (%)',
    Type.Optional(Type.Integer({ minimum: 0, maximum: 50, message: 'Uno sconto tra 0 e 50' })),
  ),
  licenceNumber: titled('Licenza NCC, numero', Maybe(40)),
  licenceMunicipality: titled('Licenza NCC, Comune', Maybe(80)),
  inBusinessSince: titled(
    'In attività dal',
    Type.Optional(
      Type.Union([Type.Integer({ minimum: 1900, maximum: 2100 }), Type.Null()], {
        message: 'Scrivi l’anno con quattro cifre, per esempio 2012',
      }),
    ),
  ),
  insurance: titled('Assicurazione', Maybe(160)),
  languages: titled('Lingue parlate', Maybe(160)),
  takesCard: titled('Carta, a bordo', Type.Optional(Type.Boolean())),
  takesCash: titled('Contanti, all’autista', Type.Optional(Type.Boolean())),
  takesTransfer: titled('Bonifico, in anticipo', Type.Optional(Type.Boolean())),
  takesPaypal: titled('PayPal', Type.Optional(Type.Boolean())),
  waitingMinutes: titled('Attesa compresa (minuti)', whole(240, 'Minuti da 0 a 240')),
  waitingFee: titled('Oltre l’attesa compresa (€ all’ora)', whole(500, 'Euro interi, da 0 a 500')),
  refundHours: titled('Cancellazione gratuita fino a (ore prima)', whole(8760, 'Ore da 0 a 8760')),
  changeHours: titled('Modifiche fino a (ore prima)', whole(8760, 'Ore da 0 a 8760')),
  isPhoneAlwaysOn: titled('Al telefono 24 ore su 24 per chi è in viaggio', Type.Optional(Type.Boolean())),
  hasNightRides: titled('Corse anche di notte', Type.Optional(Type.Boolean())),
  ...Type.Partial(MessageSettings).properties,
  facebookUrl: titled('Facebook', link('Facebook')),
  instagramUrl: titled('Instagram', link('Instagram')),
  tripadvisorUrl: titled('Tripadvisor', link('Tripadvisor')),
  googleUrl: titled('Profilo Google', link('Google')),
  ratingValue: titled(
    'Voto medio',
    Maybe(3, { pattern: '^([1-5]([.,]\\d)?)?$', message: 'Un voto da 1 a 5, come 4,9' }),
  ),
  ratingCount: titled(
    'Numero di recensioni',
    Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
        message: 'Serve un numero intero',
      }),
    ),
  ),
  ratingSource: titled('Fonte del voto', Maybe(120)),
  areReviewsVerified: titled('Le recensioni sono verificate', Type.Optional(Type.Boolean())),
  testimonials: titled('Testimonianze', Type.Optional(Type.Array(Testimonial, { maxItems: 12 }))),
})
export type CompanySettings = Static<typeof CompanySettings>

/** Fields without a stored value have their default value, or are empty or null. */
export const StoredCompany = Type.Object({
  ...Company.properties,
  ...Service.properties,
  ...MessageSettings.properties,
  whatsappPhone: Type.String(),
  openingFrom: Type.String(),
  openingTo: Type.String(),
  returnDiscountPercent: Type.Integer(),
  facebookUrl: Type.String(),
  instagramUrl: Type.String(),
  tripadvisorUrl: Type.String(),
  googleUrl: Type.String(),
  ratingValue: Type.String(),
  ratingCount: Nullable(Type.Integer()),
  ratingSource: Type.String(),
  areReviewsVerified: Type.Boolean(),
  testimonials: Type.Array(Testimonial),
  updatedAt: Moment,
})
export type StoredCompany = Static<typeof StoredCompany>

export const ReadCompanySettings = query(
  'GET /api/admin/company-settings',
  'operatore',
  Type.Object({}),
  StoredCompany,
  { tables: ['company_settings'] },
)

export const companyChanged = act('settings:companyChanged', 'Dati aziendali modificati', {
  fields: { fullAddress: 'Indirizzo completo', testimonials: 'Testimonianze (numero)' },
  payload: Type.Object({}),
})

export const SaveCompanySettings = command(
  'PUT /api/admin/company-settings',
  'admin',
  Type.Object({ ...CompanySettings.properties, updatedAt: Type.Optional(Moment) }),
  StoredCompany,
  { acts: [companyChanged] },
)
