import { audit } from '../../../kernel/audit.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type DemoCounts, examplesRemoved, ReadDemo, RemoveDemo } from './contract.ts'

export const readDemo = answer(ReadDemo, (read) => countsOf(read))

export const removeDemo = handle(RemoveDemo, async (tx, _, caller) => {
  // A concurrent call waits here and then finds nothing to remove.
  await tx`lock table demo_rows in share row exclusive mode`
  await tx`select id from trips where ${isExample(tx, 'trips')} order by id for update`
  await keepUsed(tx)
  const counts = await countsOf(tx)
  await tx`delete from service_sheets where trip_id in (select row_id from demo_rows where table_name = 'trips')`
  await tx`delete from trips where ${isExample(tx, 'trips')}`
  await tx`
    delete from service_sheet_numbers where vehicle_id in (select row_id from demo_rows where table_name = 'vehicles')`
  await tx`delete from vehicles where ${isExample(tx, 'vehicles')}`
  await tx`delete from drivers where ${isExample(tx, 'drivers')}`
  await tx`
    delete from admin_users where ${isExample(tx, 'admin_users')}
      and not exists (select from drivers where admin_user_id = admin_users.id)`
  await tx`delete from demo_rows`
  await audit(tx, caller, examplesRemoved, 'trips', counts, null)
  return counts
})

/**
 * Trips that carry a request, and vehicles and drivers with other trips, are no longer examples, so `removeDemo` does not
 * delete them.
 */
async function keepUsed(tx: Tx): Promise<void> {
  await tx`
    delete from demo_rows where table_name = 'trips'
      and exists (select from rides where trip_id = row_id and lead_kind is not null)`
  await tx`
    delete from demo_rows where table_name = 'vehicles' and (
      exists (select from trips where vehicle_id = row_id and not ${isExample(tx, 'trips')})
      or exists (select from service_sheets where vehicle_id = row_id
        and trip_id not in (select row_id from demo_rows where table_name = 'trips')))`
  await tx`
    delete from demo_rows where table_name = 'drivers'
      and exists (select from trips where driver_id = row_id and not ${isExample(tx, 'trips')})`
}

async function countsOf(sql: Sql | Tx): Promise<DemoCounts> {
  const [counts] = await sql<[DemoCounts]>`
    select (select count(*) from vehicles where ${isExample(sql, 'vehicles')}) as vehicles,
      (select count(*) from drivers where ${isExample(sql, 'drivers')}) as drivers,
      (select count(*) from trips where ${isExample(sql, 'trips')}) as trips`
  return counts
}

const isExample = (sql: Sql | Tx, table: 'vehicles' | 'drivers' | 'admin_users' | 'trips') => sql`
  ${sql(table)}.id in (select row_id from demo_rows where table_name = ${table})`
