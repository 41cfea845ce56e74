import { refusal } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import type { PriceListForm } from './contract.ts'

// PostgreSQL refuses overlaps (sql/051): at most one list of each `overlay` applies to a route on a day.

type Scoped = Pick<
  PriceListForm,
  'overlay' | 'weekdays' | 'startsOn' | 'endsOn' | 'departure' | 'kind' | 'fields' | 'cells'
>

/** Slots of a list: 0 for a period, 1 to 7 for weekdays, 100 for nights. Conflicts need a common slot. */
const slotsOf = ({ overlay, weekdays }: Scoped) =>
  overlay === 'weekdays' ? weekdays : [overlay === 'period' ? 0 : 100]

function wanted(tx: Tx, list: Scoped) {
  const [departure, kind] = [list.departure || null, list.kind || null]
  const hasRule = list.fields.length > 0
  return tx`
    (select int4range(slot, slot, '[]') as slots, scope.departures, scope.kinds, scope.routes,
      daterange(${list.startsOn}::date, ${list.endsOn || null}::date, '[]') as days
    from unnest(${slotsOf(list)}::int[]) as slot, (
      select int8range(${departure}::bigint, ${departure}::bigint, '[]') as departures,
        int8range(${kind}::bigint, ${kind}::bigint, '[]') as kinds, int8range(null, null) as routes
      where ${hasRule}
      union all
      select int8range(departure_location_id, departure_location_id, '[]'),
        int8range(transfer_type_id, transfer_type_id, '[]'), int8range(id, id, '[]')
      from route_prices
      where id = any(${list.cells.map(({ id }) => id)}::bigint[])
        and not (${hasRule} and coalesce(departure_location_id = ${departure}::bigint, true)
          and coalesce(transfer_type_id = ${kind}::bigint, true))) as scope) as wanted`
}

interface Clash {
  name: string
  startsOn: string
  endsOn: string | null
  example: string | null
}

/** Stores the list's days and routes. Throws HttpError 409 if another list of the same `overlay` overlaps. */
export async function takeDays(tx: Tx, id: number, list: Scoped): Promise<void> {
  await freeDays(tx, id)
  const [clash] = await tx<[Clash?]>`
    select l.name, to_char(starts_on, 'YYYY-MM-DD') as starts_on, to_char(ends_on, 'YYYY-MM-DD') as ends_on, (
        select d.name || ' → ' || a.name from route_prices r
          join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
        where s.departures * wanted.departures @> r.departure_location_id
          and s.kinds * wanted.kinds @> r.transfer_type_id and s.routes * wanted.routes @> r.id
        order by r.id limit 1) as example
    from ${wanted(tx, list)} join price_list_scopes s
        on s.slots && wanted.slots and s.departures && wanted.departures and s.kinds && wanted.kinds
          and s.routes && wanted.routes and s.days && wanted.days
      join price_lists l on l.id = s.list_id
    order by starts_on, l.id limit 1`
  if (clash) refuseClash(clash)
  await tx`
    insert into price_list_scopes (list_id, slots, departures, kinds, routes, days)
    select ${id}, slots, departures, kinds, routes, days from ${wanted(tx, list)}`
}

export async function freeDays(tx: Tx, id: number): Promise<void> {
  await tx`delete from price_list_scopes where list_id = ${id}`
}

function refuseClash({ name, startsOn, endsOn, example }: Clash): never {
  const days = endsOn ? `dal ${italian(startsOn)} al ${italian(endsOn)}` : `dal ${italian(startsOn)}`
  const route = example ? `, per esempio per ${example}` : ''
  const message = `Il listino «${name}» (${days}) vale già negli stessi giorni per alcune di queste tratte${route}`
  throw refusal('startsOn', message, 409)
}

/** Formats `2027-06-01` as `01/06/2027`. */
const italian = (day: string) => day.split('-').reverse().join('/')
