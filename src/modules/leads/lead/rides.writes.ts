import type { Tx } from '../../../platform/db.ts'
import {
  type Asked,
  type AskedField,
  type askedFields,
  askedNames,
  columnsOf,
} from './askedFields.contract.ts'
import type { Lead } from './lead.queries.ts'
import type { Direction } from './leg.contract.ts'

// A lead has a ride for each way that its customer asked for. The rides carry what the lead says of them.

type Columns<F> = F extends { there: infer There } ? There : F extends { back: infer Back } ? Back : never
/** Columns of `rides` with what was asked. */
type AskedRide = Partial<Record<Columns<(typeof askedFields)[AskedField]>, string | null>>

/** Returns the columns of the ride in a direction. Leaves out fields that are undefined. */
function columnsIn(direction: Direction, asked: Partial<Asked>): AskedRide {
  const columns = askedNames.flatMap((name) => {
    const column = columnsOf(name)[direction]
    return column && asked[name] !== undefined ? [[column, asked[name]]] : []
  })
  return Object.fromEntries(columns)
}

type AskedRow = AskedRide & { direction: Direction }

/** Returns the rides of a new lead, without the lead: none for a message that says nothing of a ride. */
export function rideRows(asked: Partial<Asked>, isReturn: boolean): AskedRow[] {
  const there: AskedRow = { direction: 'there', ...columnsIn('there', asked) }
  if (isReturn) return [there, { direction: 'back', ...columnsIn('back', asked) }]
  return isSaid(asked) ? [there] : []
}

/** Stores the rides of a new lead, whose insert must have been sent before. */
export async function storeRides(
  tx: Tx,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
  rides: AskedRow[],
): Promise<void> {
  await Promise.all(
    rides.map((ride) => tx`insert into rides ${tx({ lead_kind: kind, lead_id: id, ...ride })}`),
  )
}

/** Returns the SQL condition: the row `lead` of `leads` has exactly these rides. */
export const hasRides = (tx: Tx, rides: AskedRow[]) => tx`
  (select coalesce(jsonb_agg(to_jsonb(ride) order by direction desc), '[]') from rides ride
    where ride.lead_kind = lead.kind and ride.lead_id = lead.id) @> ${tx.json(rides)}
  and (select count(*) from rides ride where ride.lead_kind = lead.kind and ride.lead_id = lead.id) = ${rides.length}`

const isSaid = (asked: Partial<Asked>) => Object.values(asked).some((value) => value !== null)

/**
 * Stores what the lead says of its rides in these directions from now on. Adds the ride of a way that the lead did not ask
 * for before.
 */
export async function changeRides(
  tx: Tx,
  lead: Pick<Lead, 'kind' | 'id'>,
  change: Partial<Asked>,
  directions: readonly Direction[] = ['there', 'back'],
): Promise<void> {
  if (isSaid(change)) await addRide(tx, lead, 'there')
  if (change.returnDate || change.returnTime) await addRide(tx, lead, 'back')
  for (const direction of directions) {
    const columns = columnsIn(direction, change)
    if (Object.keys(columns).length > 0)
      await tx`
        update rides set ${tx(columns)}, updated_at = clock_timestamp()
        where lead_kind = ${lead.kind} and lead_id = ${lead.id} and direction = ${direction}`
  }
}

/** Adds the ride of a direction unless the lead has one. The way back begins where the way there ends. */
export async function addRide(
  tx: Tx,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
  direction: Direction,
): Promise<void> {
  await tx`
    insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_passengers, asked_luggage,
      asked_address, asked_position)
    select leads.kind, leads.id, ${direction}, asked_to, asked_from, asked_passengers, asked_luggage, asked_address, asked_position
    from leads left join rides other
      on other.lead_kind = leads.kind and other.lead_id = leads.id and other.direction <> ${direction}
    where leads.kind = ${kind} and leads.id = ${id} and not exists (
      select from rides own
      where own.lead_kind = leads.kind and own.lead_id = leads.id and own.direction = ${direction})`
}
