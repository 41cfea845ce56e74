import type { Sql } from '../../../platform/db.ts'
import { type StaffLead, staffColumns } from '../inbox/queries.ts'
import { inItalian } from '../officeReading.ts'
import { terminalOf } from '../requests/flight.contract.ts'
import type { CalendarEntry, TripGap, UpcomingTrip } from './contract.ts'
import { type Leg, legsOf } from './queries.ts'

interface Trip {
  lead: StaffLead
  entry: CalendarEntry
}

/** Returns the legs on the days from `from` to `to`, both included, in order of time. Lost leads are left out. */
export async function tripsBetween(read: Sql, from: string, to: string): Promise<Trip[]> {
  // Dates are text as customers sent them. `legsOf` omits dates that do not exist, such as 31 February.
  const rows = await read<StaffLead[]>`
    select ${staffColumns(read)} from leads
    where status <> 'persa' and (date between ${from} and ${to} or return_date between ${from} and ${to})`
  const trips = (await inItalian(read, rows)).flatMap((lead) =>
    legsOf(lead)
      .filter(({ date }) => date >= from && date <= to)
      .map((leg) => ({ lead, entry: entryOf(lead, leg) })),
  )
  const order = ({ entry: { date, time } }: Trip) => `${date} ${time ?? ''}`
  return trips.sort((one, other) => order(one).localeCompare(order(other)))
}

/** Returns the trips of some days, and confirmed leads without a valid day, each with its missing details. */
export async function upcomingTrips(read: Sql, from: string, to: string): Promise<UpcomingTrip[]> {
  const [trips, rows] = await Promise.all([
    tripsBetween(read, from, to),
    read<StaffLead[]>`
      select ${staffColumns(read)} from leads
      where status = 'confermata' and departure is not null and created_at > now() - interval '90 days'
        and coalesce(date, '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      order by created_at, kind, id limit 20`,
  ])
  const undated = (await inItalian(read, rows)).map((lead): UpcomingTrip => {
    const from = lead.departure ?? ''
    const leg = { name: 'andata' as const, from, to: lead.destination ?? '', date: '', time: lead.time }
    return { ...entryOf(lead, leg), date: null, missing: ['day', ...gapsOf(lead, leg)] }
  })
  return [...trips.map(({ lead, entry }) => ({ ...entry, missing: gapsOf(lead, entry) })), ...undated]
}

function entryOf(lead: StaffLead, { name: leg, ...where }: Leg): CalendarEntry {
  const { kind, id, code, name, phone, passengers, status, assignedToName } = lead
  const what = { kind, id, code, name, phone, passengers, status, assignedToName }
  return { ...what, ...where, leg, updatedAt: lead.updatedAt.toISOString() }
}

function gapsOf(
  { flightOrTrain, priceSource, readAt }: StaffLead,
  { from, time }: Pick<Leg, 'from' | 'time'>,
): TripGap[] {
  const gaps: [boolean, TripGap][] = [
    [!time, 'time'],
    [terminalOf(from) !== null && !flightOrTrain, 'flight'],
    [priceSource !== 'agreed' && priceSource !== 'chosen', 'price'],
    [readAt === null, 'reading'],
  ]
  return gaps.flatMap(([isMissing, gap]) => (isMissing ? [gap] : []))
}
