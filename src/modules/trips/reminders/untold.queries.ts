import { phoneLinks } from '../../../kernel/phone.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { messageSettings } from '../../settings/company/company.queries.ts'
import { hasMail, type PlannedRide, rideColumns } from '../rides/rides.queries.ts'
import { cardsOf, cardText } from './cards.queries.ts'
import type { Untold } from './contract.ts'
import { driverHours, dueBefore } from './due.contract.ts'
import { isMoved, rideRows } from './moves.queries.ts'
import { contentOf, isAhead, type NamedTrip, namedTrips } from './notices.queries.ts'

interface Customer {
  name: string | null
  phone: string
  language: LanguageCode
}

type CustomerRide = PlannedRide & { tripId: number; leadKind: LeadKind; leadId: number } & Customer

/** Minutes after which a notice counts as lost if no mail for it is stored. */
const lostMinutes = 10

/** Returns the customers whom neither a mail nor staff have notified. Earliest pick-up first. */
export async function untoldCustomers(read: Sql, now: Date): Promise<Untold[]> {
  if (!(await messageSettings(read)).sendsDriver) return []
  const drivers = await untoldDrivers(read, now)
  const keyOf = ({ leadKind, leadId, direction }: Untold) => `${leadKind} ${leadId} ${direction}`
  // The text that names the driver states the new pick-up too.
  const told = new Set(drivers.map(keyOf))
  const moves = (await untoldMoves(read, now)).filter((move) => !told.has(keyOf(move)))
  return [...drivers, ...moves].sort((one, other) => Date.parse(one.pickupAt) - Date.parse(other.pickupAt))
}

/** Returns the moved rides of customers whom mails do not reach. */
async function untoldMoves(read: Sql, now: Date): Promise<Untold[]> {
  const rows = await read<CustomerRide[]>`
    select trips.id as trip_id, ride.lead_kind, ride.lead_id, ${rideColumns(read)}, leads.name, leads.phone, leads.language
    from planned_rides ride
      join trips on trips.id = ride.trip_id
      join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
    where ${isMoved(read, now)} and not ${hasMail(read)}
    order by ride.pickup_at, ride.lead_kind, ride.lead_id`
  return Promise.all(
    rows.map(async (row) => {
      const { t } = languageWith(row.language)
      const changed = await rideRows(read, t, [row])
      const text = [t('moved.title'), ...changed.map((one) => t('lead.row', one))].join('\n')
      return untoldOf(row, text, { about: 'move', isUpdate: false })
    }),
  )
}

/** Returns the customers whose mail about the driver was not sent or cannot be sent. */
async function untoldDrivers(read: Sql, now: Date): Promise<Untold[]> {
  const rows = await read<(NamedTrip & Customer)[]>`
    select leads.name, leads.phone, leads.language, ${namedTrips(read)}
      left join lateral (
        select state from email_messages m
        where m.lead_kind = ride.lead_kind and m.lead_id = ride.lead_id and m.driver_notice_id = last.id
        order by id desc limit 1) as mail on true
    where ${isAhead(read, now)} and (trips.pickup_at < ${now}::timestamptz + interval '25 hours' or last.number is not null)
      and case when last.content = ${contentOf(read)} then last.via = 'email' and (
          mail.state in ('failed', 'notConfigured', 'held', 'skipped')
          or mail.state is null and last.created_at < ${now}::timestamptz - make_interval(mins => ${lostMinutes}))
        else not ${hasMail(read)} end
    order by pickup_at, ride.lead_kind, ride.lead_id`
  return Promise.all(
    rows
      .filter(({ told, pickupAt }) => told !== null || dueBefore(pickupAt, driverHours) <= now)
      .map(async (row) => {
        const { t } = languageWith(row.language)
        const isUpdate = row.notices > 0 && row.told !== row.content
        const [card] = await cardsOf(read, t, [row])
        const text = card ? cardText(t, card, isUpdate) : ''
        return untoldOf(row, text, { isUpdate, about: 'driver' })
      }),
  )
}

function untoldOf(ride: CustomerRide, text: string, news: Pick<Untold, 'about' | 'isUpdate'>): Untold {
  const { tripId, leadKind, leadId, direction, from, to, name, phone } = ride
  return {
    tripId,
    leadKind,
    leadId,
    direction,
    from,
    to,
    name,
    phone,
    text,
    ...news,
    pickupAt: ride.pickupAt.toISOString(),
    ...phoneLinks(phone, text, ride.language),
  }
}
