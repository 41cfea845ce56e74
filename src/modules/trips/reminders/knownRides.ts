import type { RestoredTable } from '../../../kernel/bulkActList.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import type { Direction } from '../../leads/lead/leg.contract.ts'
import { type Fragment, rideFacts } from '../rides/rides.queries.ts'
import { contentOf } from './notices.queries.ts'

// An undo must not change what a customer already knows by a mail, a call or WhatsApp. Staff then change the trip again,
// and the customer is notified of that change.

interface Ride {
  leadKind: LeadKind
  leadId: number
  direction: Direction
  /** The pick-up and places that the customer must know, as text that can be compared. */
  facts: string
  /** False if a change of the ride still waits for its message. */
  isKnown: boolean
  /** Hash of driver, vehicle and pick-up time; null without a driver. */
  content: string | null
  /** Hash of driver, vehicle and pick-up time in the latest notice; null without a notice. */
  told: string | null
}

const ridesOf = (tx: Tx, where: Fragment) => tx<Ride[]>`
  select ride.lead_kind, ride.lead_id, ride.direction, ${rideFacts(tx)}::text as facts, known_ride is null as is_known,
    case when driver_id is not null then ${contentOf(tx)} end as content, last.content as told
  from planned_rides ride
    join trips on trips.id = ride.trip_id
    join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id and ride.is_confirmed
    left join drivers on drivers.id = driver_id
    left join vehicles on vehicles.id = vehicle_id
    left join lateral (
      select content from driver_notices n
      where n.lead_kind = ride.lead_kind and n.lead_id = ride.lead_id and n.direction = ride.direction
      order by number desc limit 1) as last on true
  where ${where}`

export const knownRides: RestoredTable<Ride[]> = {
  read: (tx, { id }, { clock }) =>
    ridesOf(
      tx,
      tx`ride.trip_id = ${id} and trips.state in ('planned', 'assigned') and ride.pickup_at > ${clock.now()}::timestamptz`,
    ),
  announce: async (tx, before) => {
    for (const { leadKind, leadId, direction, ...known } of before ?? []) {
      // The undo of a join or split moves rides to another trip.
      const [now] = await ridesOf(
        tx,
        tx`ride.lead_kind = ${leadKind} and ride.lead_id = ${leadId} and ride.direction = ${direction}`,
      )
      if (isOther(known, now)) throw new HttpError(409, refusal)
    }
  },
}

function isOther(
  known: Pick<Ride, 'facts' | 'isKnown' | 'content' | 'told'>,
  now: Ride | undefined,
): boolean {
  const isRideKnown = known.isKnown && known.facts !== now?.facts
  const isDriverKnown =
    known.content !== null && known.content === known.told && known.content !== now?.content
  return isRideKnown || isDriverKnown
}

const refusal =
  'Il cliente sa già com’è ora la corsa, quindi l’atto non si annulla più: cambia di nuovo il viaggio, e il cliente ' +
  'riceve anche questo cambiamento.'
