import type { System } from './system.ts'
import type { Ledger } from './traffic.ts'

export interface RideMailVerdict {
  /** Accepted offers without exactly one mail to the office and one confirmation. */
  wrongAcceptanceMails: number
  /** Changes and cancellations of customers without exactly one mail to the office. */
  wrongWishMails: number
  /** Cancellations of customers without exactly one mail to the customer, and such mails without a cancellation. */
  wrongCancellationMails: number
  /** Mails about a moved ride, above the number of acknowledged moves. */
  surplusMoveMails: number
  /** Rides ahead that were moved, of whose time no later mail tells the customer. */
  missingMoveMails: number
}

/** Compares the planned mails of the rides. `movesSweptAt` is the time at which moved rides were looked for. */
export async function judgeRideMails(
  { sql }: System,
  { rides }: Ledger,
  movesSweptAt: Date,
): Promise<RideMailVerdict> {
  const moved = rides.flatMap(({ leadId, ways, movedAt }) =>
    ways.map(({ direction, moves }) => ({ leadId, direction, moves, movedAt: movedAt.toISOString() })),
  )
  const acknowledged = sql`
    jsonb_to_recordset(${sql.json(moved)}::jsonb) as way ("leadId" bigint, direction text, moves bigint, "movedAt" timestamptz)`
  const [counts] = await sql<[RideMailVerdict]>`
    with mails as (
      select * from email_messages where lead_kind = 'booking' or purpose = 'wish'
    ), cancels as (
      select lead_id, count(*) as times from customer_wishes where kind = 'cancel' and lead_kind = 'booking' group by 1
    ), goodbyes as (
      select lead_id, count(*) as times from mails where purpose = 'cancelled' group by 1
    )
    select (select count(*) from offers where state = 'accepted' and (
        select count(*) filter (where purpose = 'acceptance') <> 1 or count(*) filter (where purpose = 'confirmation') <> 1
        from mails where offer_id = offers.id)) as wrong_acceptance_mails,
      (select count(*) from customer_wishes w where (
        select count(*) <> 1 from mails where purpose = 'wish' and mails.lead_id = w.id)) as wrong_wish_mails,
      (select count(*) from cancels full join goodbyes using (lead_id)
        where cancels.times is distinct from goodbyes.times) as wrong_cancellation_mails,
      (select coalesce(sum(greatest(0, mails - moves)), 0)::int from (
        select "leadId", sum(moves) as moves, (
          select count(*) from mails where purpose = 'moved' and lead_id = "leadId") as mails
        from ${acknowledged} group by 1) as counted) as surplus_move_mails,
      (select count(*) from ${acknowledged}
          join rides on lead_kind = 'booking' and lead_id = "leadId" and rides.direction = way.direction
          join trips on trips.id = trip_id
          join leads on leads.kind = lead_kind and leads.id = lead_id
        where moves > 0 and leads.status = 'confermata' and trips.state in ('planned', 'assigned')
          and rides.pickup_at > ${movesSweptAt}::timestamptz and not exists (
            select from mails left join driver_notices n on n.id = driver_notice_id
            where mails.lead_id = "leadId" and mails.created_at > "movedAt" and mails.state <> 'skipped'
              and (purpose = 'moved' or purpose = 'driver' and n.direction = way.direction))) as missing_move_mails`
  return counts
}
