import type { Sql } from '../../../platform/db.ts'
import { gazetteerByName } from './gazetteer.ts'

/** Google's terms (Service Specific Terms, Places): positions may be kept for so long, place ids for ever. */
const days = 30

/**
 * Replaces positions that came from Google and are past their time: by open data where the gazetteer knows the place,
 * else by none, and the list of places says that it is missing. What staff wrote themselves stays.
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
