import { type Static, Type } from '@sinclair/typebox'
import { Day, Email, Lines, Maybe, MaybeWebAddress, Moment, Nullable, Text } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

/** The operator as visitors see it: stored values, otherwise the defaults. */
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

/** The company with everything else that each page shows. */
export const Operator = Type.Object({
  ...Company.properties,
  /** `phone` if no WhatsApp number is stored. */
  whatsappPhone: Type.String(),
  /** `06:00` and `24:00`, Rome time. */
  openingFrom: Type.String(),
  openingTo: Type.String(),
  /** Only those that are filled in. */
  socials: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
})
export type Operator = Static<typeof Operator>

const Testimonial = Type.Object({
  name: Text(80, { message: 'Inserisci il nome' }),
  text: Lines(600, { message: 'Inserisci il testo' }),
  /** Where it was written, or how it was collected. */
  source: Text(120, { message: 'Inserisci la fonte' }),
  /** `2026-08-14`, or empty. */
  date: Type.Union([Day(), Type.Literal('')], { default: '', message: 'Data non valida' }),
})
export type Testimonial = Static<typeof Testimonial>

/** Third-party claims about the operator, each with its source; hidden without one. */
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
const hour = Type.Optional(
  Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', message: 'Ora nel formato 06:00' }),
)

/** The form. Fields beyond the specification may be omitted and then keep their value. */
export const CompanySettings = Type.Object({
  companyName: Text(120, { message: 'Inserisci il nome dell’azienda' }),
  vatNumber: Text(20, { message: 'Inserisci la partita IVA' }),
  rea: Maybe(40),
  phone: Text(40, { message: 'Inserisci il telefono' }),
  email: Email(),
  leadsEmail: Text(1000, { message: 'Inserisci uno o più indirizzi email separati da virgola' }),
  address: Maybe(160),
  cap: Maybe(10),
  city: Maybe(80),
  whatsappPhone: Maybe(40),
  openingFrom: hour,
  openingTo: hour,
  returnDiscountPercent: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 50, message: 'Uno sconto tra 0 e 50' }),
  ),
  facebookUrl: link('Facebook'),
  instagramUrl: link('Instagram'),
  tripadvisorUrl: link('Tripadvisor'),
  googleUrl: link('Google'),
  ratingValue: Maybe(3, { pattern: '^([1-5]([.,]\\d)?)?$', message: 'Un voto da 1 a 5, come 4,9' }),
  ratingCount: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
      message: 'Serve un numero intero',
    }),
  ),
  ratingSource: Maybe(120),
  areReviewsVerified: Type.Optional(Type.Boolean()),
  testimonials: Type.Optional(Type.Array(Testimonial, { maxItems: 12 })),
})
export type CompanySettings = Static<typeof CompanySettings>

/** Every stored field; an empty string where nothing is stored. */
export const StoredCompany = Type.Object({
  ...Company.properties,
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
  'admin',
  Type.Object({}),
  StoredCompany,
  { tables: ['company_settings'] },
)

export const SaveCompanySettings = command(
  'PUT /api/admin/company-settings',
  'admin',
  Type.Object({ ...CompanySettings.properties, updatedAt: Type.Optional(Moment) }),
  StoredCompany,
)

export const companyChanged = event('settings:companyChanged', Type.Object({}))
