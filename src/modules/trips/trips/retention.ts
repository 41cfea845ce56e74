import type { Sql } from '../../../platform/db.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/** Deletes trips `leadYears` after the pick-up. The database deletes a lead's unjoined trips with the lead. */
export async function purgeOldTrips(write: Sql): Promise<number> {
  const { count } = await write`
    delete from trips where pickup_at < now() - make_interval(years => ${leadYears})`
  return count
}
