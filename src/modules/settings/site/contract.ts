import { type Static, Type } from '@sinclair/typebox'
import { Moment, Nullable, Text } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'

export { privacyVersion } from '../privacy/contract.ts'

export const SiteMode = Type.Object({ isLive: Type.Boolean(), message: Type.String() })
export type SiteMode = Static<typeof SiteMode>

export const ReadSiteMode = query('GET /api/site-settings', 'public', Type.Object({}), SiteMode, {
  tables: ['site_settings'],
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

/** What is stored: an empty message stands for the built-in one. */
export const SiteSettings = Type.Object({
  isLive: Type.Boolean(),
  underConstructionMessage: Type.String({ maxLength: 500 }),
  /** What the maintenance page says. */
  message: Type.String(),
  updatedAt: Moment,
})

export const ReadSiteSettings = query(
  'GET /api/admin/site-settings',
  'admin',
  Type.Object({}),
  SiteSettings,
  { tables: ['site_settings'] },
)

export const SaveSiteSettings = command(
  'PUT /api/admin/site-settings',
  'admin',
  Type.Object({
    isLive: Type.Boolean(),
    underConstructionMessage: Type.Optional(Type.String({ maxLength: 500, isMultiline: true })),
    updatedAt: Type.Optional(Moment),
  }),
  SiteSettings,
)

export const siteModeChanged = event('settings:siteModeChanged', Type.Object({ isLive: Type.Boolean() }))
