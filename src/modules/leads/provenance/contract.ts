import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Price } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { LeadDay } from '../lead/contract.ts'

// The pages and channels from which leads come. They contain no personal data.

const mark = Type.Optional(Type.String({ maxLength: 300 }))

/** Page, source and campaign of the visitor. The server drops invalid values instead of refusing the request. */
export const SentProvenance = Type.Object(
  {
    landing: mark,
    referrer: mark,
    utmSource: mark,
    utmMedium: mark,
    utmCampaign: mark,
    click: mark,
    isAcrossVisits: Type.Optional(Type.Boolean()),
  },
  { isIncidental: true },
)
export type SentProvenance = Static<typeof SentProvenance>

const maybeText = Nullable(Type.String())

/** Provenance of a lead as staff read it. */
export const LeadProvenance = Type.Object({
  landingPath: maybeText,
  source: Type.String(),
  campaign: maybeText,
  isAcrossVisits: Type.Boolean(),
})
export type LeadProvenance = Static<typeof LeadProvenance>

const Earned = Type.Object({
  name: Type.String(),
  requests: Type.Integer(),
  won: Type.Integer(),
  /** Sum in euro of the prices of the confirmed leads; null if none has a price. */
  value: Price,
  /** Part of `value` that is neither agreed nor chosen: the prices of the cheapest private offers. */
  estimated: Price,
})
export type Earned = Static<typeof Earned>

export const ReadProvenance = query(
  'GET /api/admin/leads/provenance',
  'admin',
  Type.Object({ from: Type.Optional(LeadDay), to: Type.Optional(LeadDay) }),
  Type.Object({
    landings: Type.Array(Earned),
    sources: Type.Array(Earned),
    routes: Type.Array(Earned),
    total: Type.Omit(Earned, ['name']),
  }),
  {
    tables: ['leads'],
    summary: 'Leads, won leads and their value by landing page, source and route',
  },
)
