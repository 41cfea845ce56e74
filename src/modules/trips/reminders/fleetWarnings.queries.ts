import { dayAfter } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { warnDays } from '../fleet/expiry.contract.ts'
import type { FleetWarning } from './contract.ts'

/** Returns the warnings about active drivers and vehicles, the earliest day first. */
export function fleetWarnings(read: Sql, today: string): Promise<FleetWarning[]> {
  const soon = dayAfter(today, warnDays)
  return read<FleetWarning[]>`
    select kind, id, name, day, until, kind = 'outOfService' and day <= ${today} or day < ${today} as is_past
    from (
      select 'licence' as kind, id, name, licence_expires_on as day, null::date as until from drivers where is_active
      union all
      select 'certificate', id, name, certificate_expires_on, null from drivers where is_active
      union all
      select 'authorization', id, plate, authorization_expires_on, null from vehicles where is_active
      union all
      select 'outOfService', id, plate, out_of_service_from, out_of_service_until from vehicles
      where is_active and coalesce(out_of_service_until, 'infinity') >= ${today}
    ) as warning
    where day <= ${soon} order by day, kind, id`
}
