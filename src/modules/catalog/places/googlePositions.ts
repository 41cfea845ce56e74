import type { Sql } from '../../../platform/db.ts'
import { gazetteerByName } from './gazetteer.ts'

/** Days for which Google's terms (Service Specific Terms, Places) allow storing a position. Place ids may stay. */
const days = 30

/** Replaces expired positions by the gazetteer's positions, or by null. Returns the number of changed places. */
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
