import type { Sql } from '../../../platform/db.ts'
import { type StaffLead, staffColumns, travelsBetween } from '../../leads/inbox/leads.queries.ts'
import {
  type DatedLeg,
  type Direction,
  datedLegs,
  isTimed,
  type Leg,
  legOf,
} from '../../leads/lead/leg.contract.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { terminalOf } from '../../leads/requests/flight.contract.ts'
import type { CalendarEntry, TripGap, UpcomingTrip } from './contract.ts'

export interface LegOfLead {
  lead: StaffLead
  leg: DatedLeg
  entry: CalendarEntry
}

/** Returns the legs on the days from `from` to `to`, both included, earliest first. Omits lost leads. */
export async function legsBetween(read: Sql, from: string, to: string): Promise<LegOfLead[]> {
  // Dates are text as customers sent them. `datedLegs` omits dates that do not exist, such as 31 February.
  const rows = await read<StaffLead[]>`
    select ${staffColumns(read)} from requests as leads
    where status <> 'persa' and ${travelsBetween(read, from, to)}
    order by kind, id`
  const legs = (await inItalian(read, rows)).flatMap((lead) =>
    datedLegs(lead)
      .filter(({ day }) => day >= from && day <= to)
      .map((leg) => ({ lead, leg, entry: entryOf(lead, leg) })),
  )
  const order = ({ entry: { date, time } }: LegOfLead) => `${date} ${time ?? ''}`
  return legs.sort((one, other) => order(one).localeCompare(order(other)))
}

/** Returns the legs from day `from` to day `to`, and the legs of confirmed leads without day or time. */
export async function upcomingTrips(read: Sql, from: string, to: string): Promise<UpcomingTrip[]> {
  const [legs, untimed] = await Promise.all([legsBetween(read, from, to), untimedLegs(read)])
  const isElsewhere = ({ date }: UpcomingTrip) => date === null || date < from || date > to
  return [
    ...legs.map(({ lead, entry }) => ({ ...entry, missing: legGaps(lead, entry) })),
    ...untimed.filter(isElsewhere),
  ]
}

/** Returns the legs of confirmed leads without day or time. Omits days in the past and leads older than a year. */
export async function untimedLegs(read: Sql): Promise<UpcomingTrip[]> {
  const rows = await read<(StaffLead & { direction: Direction })[]>`
    select ${staffColumns(read)}, ride.direction
    from requests as leads
      join (select lead_kind, lead_id, direction, state, trip_id, asked_day from rides) as ride
        on ride.lead_kind = leads.kind and ride.lead_id = leads.id
    where ride.state = 'confirmed' and ride.trip_id is null and departure is not null and destination is not null
      and created_at > now() - interval '1 year'
      and coalesce(asked_day, '9999') >= to_char(now() at time zone 'Europe/Rome', 'YYYY-MM-DD')
    order by created_at, leads.kind, leads.id, ride.direction desc limit 100`
  return (await inItalian(read, rows)).flatMap((lead): UpcomingTrip[] => {
    const leg = legOf(lead, lead.direction)
    if (!leg || isTimed(leg)) return []
    const { day } = leg
    const entry = entryOf(lead, leg)
    const gaps = legGaps(lead, entry)
    return [{ ...entry, date: day, missing: day === null ? ['day', ...gaps] : gaps }]
  })
}

function entryOf(lead: StaffLead, { direction, from, to, day, time }: Leg): CalendarEntry {
  const { kind, id, code, name, phone, passengers, status, assignedToName } = lead
  const what = { kind, id, code, name, phone, passengers, status, assignedToName }
  const leg = direction === 'there' ? 'andata' : 'ritorno'
  return { ...what, from, to, date: day ?? '', time, leg, updatedAt: lead.updatedAt.toISOString() }
}

function legGaps(
  { flightOrTrain, priceSource, readAt }: StaffLead,
  { from, time }: Pick<DatedLeg, 'from' | 'time'>,
): TripGap[] {
  const gaps: [boolean, TripGap][] = [
    [!time, 'time'],
    [terminalOf(from) !== null && !flightOrTrain, 'flight'],
    [priceSource !== 'agreed' && priceSource !== 'chosen', 'price'],
    [readAt === null, 'reading'],
  ]
  return gaps.filter(([isMissing]) => isMissing).map(([, gap]) => gap)
}
