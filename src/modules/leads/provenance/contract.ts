import { type Static, Type } from '@sinclair/typebox'
import { Price } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { LeadDay, type LeadDetail } from '../inbox/contract.ts'
import type { Provenance } from '../requests/contract.ts'

// Report on the pages and channels from which leads come. The report contains no personal data.

export type LeadProvenance = NonNullable<LeadDetail['provenance']>

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
    tables: ['availability_requests', 'bookings', 'contacts'],
    summary: 'Leads, won leads and their value by landing page, source and route',
  },
)

export type SentProvenance = Static<typeof Provenance>
