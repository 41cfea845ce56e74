import type { Sql } from '../../../platform/db.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/** Deletes leads after the period stated in the privacy notice. `purgeOldMail` deletes their mails. */
export async function purgeOldLeads(write: Sql): Promise<number> {
  let deleted = 0
  for (const table of ['contacts', 'bookings', 'availability_requests'])
    deleted += (
      await write`delete from ${write(table)} where created_at < now() - make_interval(years => ${leadYears})`
    ).count
  return deleted
}
