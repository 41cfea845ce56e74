import { type Static, Type } from '@sinclair/typebox'
import { Moment, Nullable } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/inbox/contract.ts'

const count = Type.Integer({ minimum: 0 })

/** Response times to leads that arrived within opening hours in the last 30 days. */
const AnswerTimes = Type.Object({
  /** Opening hours in minutes since midnight. */
  opening: Type.Object({ from: count, to: count }),
  /** Number of leads that were answered or are overdue. */
  leads: count,
  medianMinutes: Nullable(Type.Integer()),
  /** Percentage of `leads` that were answered within the promised time. */
  inTimePercent: Nullable(Type.Integer()),
  /** Number of unanswered leads, whenever they arrived; `late` counts those that are overdue. */
  waiting: count,
  late: count,
})

export const Dashboard = Type.Object({
  /**
   * `requestsToday` and `requestsTotal` count only availability requests; `leadsToday` and `leadsTotal` count leads of
   * all three kinds.
   */
  requestsToday: count,
  requestsTotal: count,
  leadsToday: count,
  leadsTotal: count,
  posts: Type.Object({ published: count, total: count }),
  activeRoutes: count,
  /** The last 30 days in Rome's time zone, ending today. */
  leadsByDay: Type.Array(
    Type.Object({ day: Type.String(), availabilityRequests: count, bookings: count, contacts: count }),
  ),
  /** Leads of the last 30 days by source. */
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
  /** Taps on phone and WhatsApp links in the last 30 days, and the pages of those links. */
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
    /** Since when and why the provider refuses the active configuration. */
    refusedAt: Nullable(Moment),
    refusal: Nullable(Type.String()),
    /** Number of mails held until staff send or drop them. */
    held: count,
  }),
  events: Type.Object({ failed: count, oldestUndispatchedAt: Nullable(Moment) }),
  workers: Type.Object({ alive: count, lastSeenAt: Nullable(Moment) }),
  jobs: Type.Object({ running: count, failed: count }),
  /** Company fields without a value, and fields for which pages show a default. */
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
