import { emitAll } from '../../../kernel/outbox.ts'
import { romanDay, romanMidnight } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { messageSettings } from '../../settings/company/company.queries.ts'
import { reviewDue } from './contract.ts'

/** Hours of the day in Rome between which the worker asks customers for a review. */
const [fromHour, untilHour] = [9, 20]
/** The worker asks a customer for a review at most this many days after the last ride. */
const lateDays = 14
/** Number of customers per transaction, few enough to keep locks short. */
const together = 200

const hour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/Rome' })

/** Emits `reviewDue` once per lead, from the morning after its last finished ride. Returns the number of events. */
export async function askForReviews(write: Sql, now: Date): Promise<number> {
  const clock = Number(hour.format(now))
  if (clock < fromHour || clock >= untilHour) return 0
  if (!(await messageSettings(write)).sendsReviewRequest) return 0
  const found = await dueLeads(write, now)
  if (found.length === 0) return 0
  return write.begin(async (tx) => {
    // A concurrent worker waits for these rows and then finds them marked.
    const due = await tx<DueLead[]>`
      with asked as (
        update rides ride set review_asked_at = ${now}
        from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ leadId }) => leadId)}::bigint[])
          as due (kind, lead_id)
        where ride.lead_kind = due.kind and ride.lead_id = due.lead_id and review_asked_at is null
        returning ride.lead_kind, ride.lead_id
      )
      select distinct lead_kind as kind, lead_id from asked
      where not exists (
        select from reviews r where r.lead_kind = asked.lead_kind and r.lead_id = asked.lead_id)`
    await emitAll(tx, reviewDue, due)
    return due.length
  })
}

interface DueLead {
  kind: LeadKind
  leadId: number
}

/** Looks only at the rides of the last days, whose number does not grow with the years. */
function dueLeads(write: Sql, now: Date): Promise<DueLead[]> {
  // leadId is never null: `recent` leaves out rides without a lead.
  return write<DueLead[]>`
    with recent as (
      select distinct lead_kind, lead_id
      from trips join planned_rides ride on ride.trip_id = trips.id
      where state = 'finished' and review_asked_at is null and lead_kind is not null
        and trips.ends_at
          between ${now}::timestamptz - make_interval(days => ${lateDays}) and ${romanMidnight(romanDay(now))}
    )
    select lead_kind as kind, lead_id
    from recent
      cross join lateral (
        select max(trips.ends_at) filter (where state = 'finished') as ended_at,
          bool_and(state in ('finished', 'noShow', 'cancelled') and review_asked_at is null) as is_over
        from planned_rides ride join trips on trips.id = ride.trip_id
        where ride.lead_kind = recent.lead_kind and ride.lead_id = recent.lead_id) as rides
    where is_over and ended_at <= ${romanMidnight(romanDay(now))} and exists (
      select from leads where leads.kind = lead_kind and leads.id = lead_id and email is not null)
    limit ${together}`
}
