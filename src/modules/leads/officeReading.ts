import type { Sql, Tx } from '../../platform/db.ts'
import { italianPlaceNames } from '../catalog/places/queries.ts'
import type { Lead } from './lead.ts'

/** Returns the leads with Italian names of places. Customers may have named them in another language. */
export async function inItalian<L extends Pick<Lead, 'departure' | 'destination'>>(
  read: Sql | Tx,
  leads: L[],
): Promise<L[]> {
  const nameOf = await italianPlaceNames(read)
  return leads.map((lead) => ({
    ...lead,
    departure: lead.departure && nameOf(lead.departure),
    destination: lead.destination && nameOf(lead.destination),
  }))
}
