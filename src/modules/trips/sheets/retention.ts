import type { Retention } from '../../../kernel/retention.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/** Days after the departure in which the law requires a sheet (`service_sheet_term`). */
const termDays = 15

/**
 * A sheet ends `leadYears` after the departure, or once a lead of the trip was deleted, but never within the term of the
 * law. A corrected sheet stays as long as its correction.
 */
export const oldSheets: Retention[] = [
  {
    table: 'service_sheets',
    what: 'fogli di servizio',
    by: 'departure_at',
    kept: { days: termDays },
    together: 'trip_id',
    unless: `
      departure_at >= now() - make_interval(years => ${leadYears})
        and parties <= (
          select count(*) from rides r where r.trip_id = service_sheets.trip_id and r.lead_kind is not null)
      or (select max(service_sheet_term(s)) from service_sheets s where s.trip_id = service_sheets.trip_id) > now()`,
    restMinutes: 60,
  },
]
