import { type Static, Type } from '@sinclair/typebox'
import { FileText, Id, Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, internalCommand, query } from '../../../kernel/message.ts'
import { LeadDay, LeadKind, LeadState } from '../../leads/lead/contract.ts'
import { Trip } from '../trips/contract.ts'

/** One leg of a lead. A return trip has two legs. */
export const CalendarEntry = Type.Object({
  kind: LeadKind,
  id: Id,
  code: Type.String(),
  leg: Type.Union([Type.Literal('andata'), Type.Literal('ritorno')]),
  date: Type.String(),
  /** Null if the lead has no valid time. */
  time: Nullable(Type.String()),
  from: Type.String(),
  to: Type.String(),
  name: Nullable(Type.String()),
  phone: Type.String(),
  passengers: Nullable(Type.String()),
  status: LeadState,
  assignedToName: Nullable(Type.String()),
  updatedAt: Moment,
})
export type CalendarEntry = Static<typeof CalendarEntry>

/** Missing detail. `reading` means that no member of staff has read the customer's last message. */
const TripGap = Type.Union([
  Type.Literal('day'),
  Type.Literal('time'),
  Type.Literal('flight'),
  Type.Literal('price'),
  Type.Literal('reading'),
])
export type TripGap = Static<typeof TripGap>

export const UpcomingTrip = Type.Object({
  ...CalendarEntry.properties,
  /** Null for a confirmed lead without a valid day. */
  date: Nullable(Type.String()),
  missing: Type.Array(TripGap),
})
export type UpcomingTrip = Static<typeof UpcomingTrip>

const PoolEntry = Type.Object({
  ...CalendarEntry.properties,
  /** Null while the lead is not confirmed and therefore has no trip. */
  tripId: Nullable(Id),
})
export type PoolEntry = Static<typeof PoolEntry>

export const ReadCalendar = query(
  'GET /api/admin/calendar',
  'operatore',
  Type.Object({ from: LeadDay, to: LeadDay }),
  Type.Object({
    trips: Type.Array(Trip),
    /** Legs on the days from `from` to `to` without a trip: the lead is not confirmed, or the leg has no time. */
    items: Type.Array(CalendarEntry),
    /** Other legs of confirmed leads without a trip, because their day or time is unknown. */
    untimed: Type.Array(UpcomingTrip),
    /** Number of leads of the last 90 days without a date, except lost leads and contact messages. */
    undated: Type.Integer(),
    /** Groups of legs that one shared ride could serve. */
    pools: Type.Array(
      Type.Object({
        date: Type.String(),
        from: Type.String(),
        trips: Type.Array(PoolEntry),
        /** Number of passengers. For a lead that states a range such as `1-4`, the maximum counts. */
        people: Type.Integer(),
        isExact: Type.Boolean(),
        waitMinutes: Type.Integer(),
      }),
    ),
    /** Legs that could share a ride but do not state an exact number of passengers. */
    uncounted: Type.Array(PoolEntry),
  }),
  {
    tables: ['trips', 'leads', 'vehicles', 'drivers'],
    summary: 'Trips from the first to the last day, and accepted rides without a trip; omits lost requests',
  },
)

/** Selects the feed of a driver or, without `driverId`, the caller's own feed, which has all trips. */
const WhoseFeed = Type.Object({ driverId: titled('Autista', Type.Optional(Id)) })

const Feed = Type.Object({ url: Nullable(Type.String()) })

export const ReadCalendarFeed = query('GET /api/admin/calendar-feed', 'operatore', WhoseFeed, Feed, {
  tables: ['grants'],
  summary: 'The secret URL of the caller’s or a driver’s calendar; null until it is created',
})
export const calendarFeedRenewed = act('trips:calendarFeedRenewed', 'Indirizzo del calendario rinnovato')

export const RenewCalendarFeed = command('POST /api/admin/calendar-feed', 'operatore', WhoseFeed, Feed, {
  acts: [calendarFeedRenewed],
  isReplySecret: true,
  summary: 'Creates a new secret URL; the previous one stops working',
})

export const ReadFeed = query(
  'GET /calendario/:token.ics',
  'public',
  Type.Object({ token: Type.String({ maxLength: 80 }) }),
  FileText,
  { summary: 'The trips for a calendar program; the URL contains the key', replyType: 'text/calendar' },
)

export const TouchFeed = internalCommand(
  'trips:touchFeed',
  Type.Object({ ...ReadFeed.input.properties, userAgent: Maybe(400) }),
  Type.Object({}),
)
