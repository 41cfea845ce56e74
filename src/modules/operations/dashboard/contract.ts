import { type Static, Type } from '@sinclair/typebox'
import { listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { LeadItem } from '../../leads/inbox/contract.ts'
import { LeadKind } from '../../leads/lead/contract.ts'
import { UpcomingTrip } from '../../trips/calendar/contract.ts'
import { FleetWarning, TripGaps, Untold } from '../../trips/reminders/contract.ts'
import { Unmet } from '../status/contract.ts'

const count = Type.Integer({ minimum: 0 })

/** `leads`, `medianMinutes` and `inTimePercent` are about leads of the last 30 days that arrived in opening hours. */
const AnswerTimes = Type.Object({
  /** Minutes since midnight. */
  opening: Type.Object({ from: count, to: count }),
  /** Leads that were answered, or whose promised time for the answer has passed. */
  leads: count,
  medianMinutes: Nullable(Type.Integer()),
  /** Percentage of `leads` that were answered within the promised time. */
  inTimePercent: Nullable(Type.Integer()),
  /** Leads of any age whose customer waits for an answer; `late` counts those whose promised time has passed. */
  waiting: count,
  late: count,
})

export const Dashboard = Type.Object({
  /** All requests, of each kind; `today` is the day in Rome. A kind without a request is missing. */
  requestsToday: count,
  requestsTotal: count,
  requestsByKind: Type.Array(Type.Object({ kind: LeadKind, today: count, total: count })),
  posts: Type.Object({ published: count, total: count }),
  activeRoutes: count,
  /** The last 30 days in Rome's time zone. */
  leadsByDay: Type.Array(
    Type.Object({ day: Type.String(), availabilityRequests: count, bookings: count, contacts: count }),
  ),
  /** Leads of the last 30 days. */
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
  /** Taps on phone and WhatsApp links in the last 30 days, with the ten pages that have the most taps. */
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
    /** Null if the provider accepts the active configuration. */
    refusedAt: Nullable(Moment),
    refusal: Nullable(Type.String()),
    /** Mails that failed at least once and have waited long; `stuckReason` is the latest reason. */
    stuck: count,
    stuckReason: Nullable(Type.String()),
    held: count,
  }),
  events: Type.Object({ failed: count, oldestUndispatchedAt: Nullable(Moment) }),
  workers: Type.Object({ alive: count, lastSeenAt: Nullable(Moment) }),
  jobs: Type.Object({ running: count, failed: count }),
  /** `missing` lists the fields without a value, `defaults` the fields for which pages show a built-in value. */
  company: Type.Object({
    missing: Type.Array(Type.String()),
    defaults: Type.Array(Type.String()),
  }),
})
export type Dashboard = Static<typeof Dashboard>

export const ReadDashboard = query('GET /api/admin/dashboard', 'operatore', Type.Object({}), Dashboard, {
  tables: ['leads', 'lead_waits', 'email_configurations', 'email_messages'],
  summary: 'Current figures of the business and the software',
})

/** A failure that staff can retry or drop. */
export const Failure = Type.Object({
  kind: Type.Union([
    Type.Literal('mail'),
    Type.Literal('effect'),
    Type.Literal('job'),
    Type.Literal('task'),
    Type.Literal('indexNow'),
    Type.Literal('unreadable'),
  ]),
  /** Id of the mail, event or job, name of the scheduled task, or `indexNow`. */
  id: Type.String(),
  /** Subject and recipient or sender of a mail, name of a reaction, job or task, or number of refused URLs. */
  what: Type.String(),
  reason: Nullable(Type.String()),
  at: Nullable(Moment),
  /** False for a task that staff cannot start, because an API process repeats the task. */
  canRetry: Type.Boolean(),
})
export type Failure = Static<typeof Failure>

export const Today = Type.Object({
  /** Leads whose customer waits for an answer, longest waiting first. `total` also counts the leads beyond `items`. */
  waiting: Type.Object({ total: count, items: Type.Array(LeadItem) }),
  days: Type.Object({ today: Type.String(), tomorrow: Type.String() }),
  /** Trips of today and tomorrow in Rome's time zone, and confirmed leads without a valid day or time. */
  trips: Type.Array(UpcomingTrip),
  /** Customers whom staff must notify of their driver. */
  untold: Type.Array(Untold),
  /** Trips that lack details, from 24 hours before the pick-up, or from an earlier evening (`dueBefore`). */
  openTrips: Type.Array(TripGaps),
  /** Documents that have expired or expire soon, and vehicles that are or will soon be out of service. */
  fleet: Type.Array(FleetWarning),
  /** Leads whose task is due today or overdue, the caller's own first. */
  tasks: Type.Array(LeadItem),
  /** Conditions of the system that are not met, of those that concern the caller's role. */
  conditions: Type.Array(Unmet),
  /** The latest failures of each kind. Callers below admin get only failures of mails and of their own jobs. */
  failures: Type.Array(Failure),
  /** Numbers of drafts that staff must accept or discard. */
  drafts: Type.Object({ texts: count, translations: count, articles: count }),
  /** Number of recent reviews without an answer. */
  newReviews: count,
  /** Number of strangers' mails with the code of a lead, about which staff have to decide. */
  askedMails: count,
})
export type Today = Static<typeof Today>

export const ListFailures = query('GET /api/admin/failures', 'operatore', Type.Object({}), listOf(Failure), {
  tables: ['email_messages', 'jobs', 'unreadable_mails'],
  summary: 'Failures that staff can retry or drop, the latest 100 of each kind',
})

export const ReadToday = query('GET /api/admin/today', 'operatore', Type.Object({}), Today, {
  tables: [
    'leads',
    'lead_waits',
    'email_configurations',
    'email_messages',
    'unreadable_mails',
    'inbound_mail_questions',
    'trips',
    'driver_notices',
    'drivers',
    'vehicles',
    'jobs',
    'text_drafts',
    'translations',
    'blog_posts',
    'reviews',
  ],
  summary: 'The page Oggi: waiting customers, trips and what they lack, tasks, failures and drafts',
})
