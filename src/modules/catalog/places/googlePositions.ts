import type { Sql } from '../../../platform/db.ts'
import { gazetteerByName } from './gazetteer.ts'

/** Days for which Google's terms (Service Specific Terms, Places) allow storing positions; place ids may be kept. */
const days = 30

/**
 * Replaces expired positions from Google with positions of the gazetteer, otherwise with none, which the list of places
 * reports. Keeps positions that staff entered. Returns the number of replaced positions.
 */
export async function forgetGooglePositions(write: Sql): Promise<number> {
  const old = await write<{ id: number; name: string }[]>`
    select id, name from locations where google_position_at < now() - make_interval(days => ${days})`
  for (const { id, name } of old) {
    const known = gazetteerByName(name)
    await write`
      update locations set latitude = ${known?.latitude ?? null}, longitude = ${known?.longitude ?? null},
        google_position_at = null, updated_at = now()
      where id = ${id} and google_position_at < now() - make_interval(days => ${days})`
  }
  return old.length
}
