import { type Static, Type } from '@sinclair/typebox'
import { Moment, titled } from '../../../kernel/field.ts'
import { act, command, internalQuery, query } from '../../../kernel/message.ts'

export { privacyVersion } from '../privacy/contract.ts'

export const SiteMode = Type.Object({ isLive: Type.Boolean(), message: Type.String() })
export type SiteMode = Static<typeof SiteMode>

export const ReadSiteMode = query('GET /api/site-settings', 'public', Type.Object({}), SiteMode, {
  tables: ['site_settings'],
  summary: 'Whether the site is live or in maintenance, and the text of the maintenance page',
  maxAgeSeconds: 5,
})

/** If `underConstructionMessage` is empty, `message` is the built-in message. */
export const SiteSettings = Type.Object({
  isLive: Type.Boolean(),
  underConstructionMessage: Type.String({ maxLength: 500 }),
  message: Type.String(),
  /** True if AI assistants may read places, fares and rules at `/mcp`. */
  isMcpOn: Type.Boolean(),
  updatedAt: Moment,
})

export const ReadSiteSettings = query(
  'GET /api/admin/site-settings',
  'admin',
  Type.Object({}),
  SiteSettings,
  { tables: ['site_settings'] },
)

export const siteModeChanged = act('settings:siteModeChanged', 'Sito online o in manutenzione', {
  payload: Type.Object({ isLive: Type.Boolean() }),
})

export const SaveSiteSettings = command(
  'PUT /api/admin/site-settings',
  'admin',
  Type.Object({
    isLive: titled('Sito online', Type.Boolean()),
    underConstructionMessage: titled(
      'Messaggio di manutenzione',
      Type.Optional(Type.String({ maxLength: 500, isMultiline: true })),
    ),
    isMcpOn: titled('Accesso per gli assistenti (MCP)', Type.Optional(Type.Boolean())),
    updatedAt: Type.Optional(Moment),
  }),
  SiteSettings,
  { acts: [siteModeChanged] },
)

export const ReadMcpAccess = internalQuery(
  'settings:readMcpAccess',
  Type.Object({}),
  Type.Object({ isLive: Type.Boolean(), isMcpOn: Type.Boolean() }),
)
