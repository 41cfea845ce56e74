import type { Sql } from '../../../platform/db.ts'
import { gazetteerByName } from './gazetteer.ts'

/** Google's terms (Service Specific Terms, Places) limit how long positions may be stored; place ids may be kept. */
const days = 30

/**
 * Replaces expired positions from Google with the gazetteer's, otherwise with none, which the list of places reports.
 * Positions typed by staff stay. Returns the count.
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
