import type { Sql } from '../../../platform/db.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/**
 * Deletes a sheet `leadYears` after the departure, or once a lead of the trip was deleted, but never within the
 * term of the law. A corrected sheet stays as long as its correction. Returns the number of deleted sheets.
 */
export async function purgeOldSheets(write: Sql): Promise<number> {
  const { count } = await write`
    delete from service_sheets
    where trip_id in (
      select trip_id from service_sheets s
      where departure_at < now() - make_interval(years => ${leadYears})
        or parties > (select count(*) from trip_parties p where p.trip_id = s.trip_id)
    ) and not exists (
      select from service_sheets s where s.trip_id = service_sheets.trip_id and service_sheet_term(s) > now())`
  return count
}
