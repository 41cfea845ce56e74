import { type Static, Type } from '@sinclair/typebox'
import { Email, Maybe, Moment, Nullable, Text } from '../../field.ts'
import { command, event, query } from '../../message.ts'

export { privacyVersion } from './contract.privacy.ts'

/** The operator as visitors see it: stored values, with the built-in ones where nothing is stored. */
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

export const SiteMode = Type.Object({ isLive: Type.Boolean(), message: Type.String() })
export type SiteMode = Static<typeof SiteMode>

export const ReadSiteMode = query('GET /api/site-settings', 'public', Type.Object({}), SiteMode, {
  summary: 'Live or in maintenance, and what the maintenance page says',
  maxAgeSeconds: 5,
})

export const ReadActiveAnalytics = query(
  'GET /api/google-analytics/active',
  'public',
  Type.Object({}),
  Type.Object({ isActive: Type.Boolean(), measurementId: Nullable(Type.String()) }),
  { summary: 'The one active Google Analytics configuration', maxAgeSeconds: 60 },
)

export const RecordConsent = command(
  'POST /api/consents',
  'public',
  Type.Object({ version: Text(20), analytics: Type.Boolean(), marketing: Type.Boolean() }),
  Type.Object({}),
  {
    status: 204,
    limit: { bucket: 'consents', max: 20, seconds: 600 },
    summary: 'A choice about cookies, as proof that it was made: of whom is not kept',
  },
)

const emailList =
  /^\s*[^\s,;@<>"]+@[^\s,;@<>"]+\.[^\s,;@<>"]+\s*(,\s*[^\s,;@<>"]+@[^\s,;@<>"]+\.[^\s,;@<>"]+\s*)*$/

export const CompanySettings = Type.Object({
  companyName: Text(120, { message: "Inserisci il nome dell'azienda" }),
  vatNumber: Text(20, { message: 'Inserisci la partita IVA' }),
  rea: Maybe(40),
  phone: Text(40, { message: 'Inserisci il telefono' }),
  email: Email(),
  leadsEmail: Text(1000, {
    pattern: emailList.source,
    message: 'Inserisci uno o più indirizzi email separati da virgola',
  }),
  address: Maybe(160),
  cap: Maybe(10),
  city: Maybe(80),
})

export const ReadCompanySettings = query(
  'GET /api/admin/company-settings',
  'admin',
  Type.Object({}),
  Type.Composite([Company, Type.Object({ updatedAt: Moment })]),
)

export const SaveCompanySettings = command(
  'PUT /api/admin/company-settings',
  'admin',
  Type.Composite([CompanySettings, Type.Object({ updatedAt: Type.Optional(Moment) })]),
  Type.Composite([Company, Type.Object({ updatedAt: Moment })]),
)

/** What is stored: an empty message stands for the built-in one. */
export const SiteSettings = Type.Object({
  isLive: Type.Boolean(),
  underConstructionMessage: Type.String({ maxLength: 500 }),
  /** What the maintenance page says. */
  message: Type.String(),
  updatedAt: Moment,
})

export const ReadSiteSettings = query('GET /api/admin/site-settings', 'admin', Type.Object({}), SiteSettings)

export const SaveSiteSettings = command(
  'PUT /api/admin/site-settings',
  'admin',
  Type.Object({
    isLive: Type.Boolean(),
    underConstructionMessage: Type.Optional(Type.String({ maxLength: 500 })),
    updatedAt: Type.Optional(Moment),
  }),
  SiteSettings,
)

const nothing = Type.Object({})
export const companyChanged = event('settings:companyChanged', nothing)
export const siteModeChanged = event('settings:siteModeChanged', Type.Object({ isLive: Type.Boolean() }))
