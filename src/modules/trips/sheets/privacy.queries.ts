import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'

type Leads = { kind: string; id: number }[]

const tripsOfLeads = (sql: Sql | Tx, leads: Leads) => sql`
  select trip_id from rides
  where ${isOfLeads(sql, leads)}`

/** Returns the service sheets of these leads' trips, for the export of a person's data. */
export function sheetsOf(sql: Sql, leads: Leads): Promise<object[]> {
  return sql<object[]>`
    select year, number, plate, driver_name, passenger_name, from_place, to_place, departure_at, arrival_at, start_km,
      end_km, created_at
    from service_sheets where trip_id in (${tripsOfLeads(sql, leads)}) order by departure_at, id`
}

/** Returns how many service sheets of these leads' trips the law still protects from an erasure. */
export async function sheetsInTerm(sql: Sql | Tx, leads: Leads): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from service_sheets s
    where trip_id in (${tripsOfLeads(sql, leads)}) and service_sheet_term(s) > now()`
  return count
}
