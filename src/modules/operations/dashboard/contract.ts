import { type Static, Type } from '@sinclair/typebox'
import { Moment, Nullable } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/inbox/contract.ts'

const count = Type.Integer({ minimum: 0 })

/** How fast leads are answered, of those that arrived within the opening hours of the last 30 days. */
const AnswerTimes = Type.Object({
  /** The opening hours, as minutes since midnight. */
  opening: Type.Object({ from: count, to: count }),
  /** Answered, or waiting beyond the promised time. */
  leads: count,
  medianMinutes: Nullable(Type.Integer()),
  /** Of those leads, answered in the promised time. */
  inTimePercent: Nullable(Type.Integer()),
  /** Nobody has answered, of any age and hour; `late`: beyond the promised time. */
  waiting: count,
  late: count,
})

export const Dashboard = Type.Object({
  /** Availability requests, as the specification counts them, and all three kinds together. */
  requestsToday: count,
  requestsTotal: count,
  leadsToday: count,
  leadsTotal: count,
  posts: Type.Object({ published: count, total: count }),
  activeRoutes: count,
  /** The last 30 days in Rome, today last. */
  leadsByDay: Type.Array(
    Type.Object({ day: Type.String(), availabilityRequests: count, bookings: count, contacts: count }),
  ),
  /** Where the leads of the last 30 days came from. */
  leadsBySource: Type.Array(
    Type.Object({ kind: LeadKind, source: Nullable(Type.String()), count, confirmed: count }),
  ),
  answers: AnswerTimes,
  topSearches: Type.Array(Type.Object({ route: Type.String(), slug: Type.String(), searches: count })),
  unmetSearches: Type.Array(
    Type.Object({
      departure: Type.String(),
      destination: Type.String(),
      searches: count,
      lastSearchedAt: Moment,
    }),
  ),
  /** Taps on links of the last 30 days, and the pages they were made on. */
  taps: Type.Object({
    call: count,
    whatsapp: count,
    pages: Type.Array(Type.Object({ path: Type.String(), call: count, whatsapp: count })),
  }),
  mail: Type.Object({
    isConfigured: Type.Boolean(),
    queued: count,
    failed: count,
    lastSentAt: Nullable(Moment),
    /** Since when the provider refuses the active configuration, and why. */
    refusedAt: Nullable(Moment),
    refusal: Nullable(Type.String()),
    /** Held until staff send or drop them. */
    held: count,
  }),
  events: Type.Object({ failed: count, oldestUndispatchedAt: Nullable(Moment) }),
  workers: Type.Object({ alive: count, lastSeenAt: Nullable(Moment) }),
  jobs: Type.Object({ running: count, failed: count }),
  /** Company data that nobody has filled in, and what is shown in their place. */
  company: Type.Object({
    missing: Type.Array(Type.String()),
    defaults: Type.Array(Type.String()),
  }),
})
export type Dashboard = Static<typeof Dashboard>

export const ReadDashboard = query('GET /api/admin/dashboard', 'admin', Type.Object({}), Dashboard, {
  tables: ['availability_requests', 'bookings', 'contacts', 'email_configurations', 'email_messages'],
  summary: 'How the business and the software are doing, counted at this moment',
})
