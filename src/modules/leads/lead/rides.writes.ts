import type { Tx } from '../../../platform/db.ts'
import type { Lead } from './lead.queries.ts'
import type { Direction } from './leg.contract.ts'

// A lead has a ride for each way that its customer asked for. The rides carry what the lead says of them.

/** What a lead says of its rides, in the words of the customer or of staff. */
export type AskedRides = Pick<
  Lead,
  | ('departure' | 'destination' | 'date' | 'time' | 'passengers' | 'luggage' | 'flightOrTrain')
  | ('address' | 'position' | 'returnDate' | 'returnTime')
>

type Text = string | null
type AskedColumn =
  | (
      | 'asked_from'
      | 'asked_to'
      | 'asked_day'
      | 'asked_time'
      | 'asked_passengers'
      | 'asked_luggage'
      | 'asked_flight'
    )
  | ('asked_address' | 'asked_position')
/** Columns of `rides`. */
type Asked = Partial<Record<AskedColumn, Text>>
export type AskedColumns = Record<Direction, Asked>

/** Returns the columns of both rides. Leaves out fields that are undefined. A lead names only the flight there. */
export function askedColumns(asked: Partial<AskedRides>): AskedColumns {
  const { departure, destination, passengers, luggage, address, position } = asked
  const both = {
    asked_passengers: passengers,
    asked_luggage: luggage,
    asked_address: address,
    asked_position: position,
  }
  const there = {
    asked_from: departure,
    asked_to: destination,
    asked_day: asked.date,
    asked_time: asked.time,
    asked_flight: asked.flightOrTrain,
    ...both,
  }
  const back = {
    asked_from: destination,
    asked_to: departure,
    asked_day: asked.returnDate,
    asked_time: asked.returnTime,
    ...both,
  }
  return { there: defined(there), back: defined(back) }
}

const defined = (columns: Partial<Record<AskedColumn, Text | undefined>>): Asked =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

type AskedRow = Asked & { direction: Direction }

/** Returns the rides of a new lead, without the lead: none for a message that says nothing of a ride. */
export function rideRows({ there, back }: AskedColumns, isReturn: boolean): AskedRow[] {
  const outbound: AskedRow = { direction: 'there', ...there }
  if (isReturn) return [outbound, { direction: 'back', asked_flight: null, ...back }]
  return isAsked(there) ? [outbound] : []
}

/** Stores the rides of a new lead, whose insert must have been sent before. */
export async function storeRides(
  tx: Tx,
  { kind, id }: Pick<Lead, 'kind' | 'id'>,
  rides: AskedRow[],
): Promise<void> {
  if (rides.length > 0)
    await tx`insert into rides ${tx(rides.map((ride) => ({ lead_kind: kind, lead_id: id, ...ride })))}`
}

/** Returns the SQL condition: the row `lead` of `leads` has exactly these rides. */
export const hasRides = (tx: Tx, rides: AskedRow[]) => tx`
  (select coalesce(jsonb_agg(to_jsonb(ride) order by direction desc), '[]') from rides ride
    where ride.lead_kind = lead.kind and ride.lead_id = lead.id) @> ${tx.json(rides)}
  and (select count(*) from rides ride where ride.lead_kind = lead.kind and ride.lead_id = lead.id) = ${rides.length}`

const isAsked = (columns: Asked) => Object.values(columns).some((value) => value !== null)

/** Stores what the lead says of its rides from now on. Adds the ride of a way that the lead did not ask for before. */
export async function changeAsked(
  tx: Tx,
  lead: Pick<Lead, 'kind' | 'id'>,
  change: Partial<AskedRides>,
): Promise<void> {
  const { there, back } = askedColumns(change)
  if (isAsked(there)) await addRide(tx, lead, 'there')
  if (change.returnDate || change.returnTime) await addRide(tx, lead, 'back')
  for (const [direction, columns] of Object.entries({ there, back }))
    if (Object.keys(columns).length > 0)
      await tx`
        update rides set ${tx(columns)}
        where lead_kind = ${lead.kind} and lead_id = ${lead.id} and direction = ${direction}`
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
