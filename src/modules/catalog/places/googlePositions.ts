import type { Retention } from '../../../kernel/retention.ts'
import type { Tx } from '../../../platform/db.ts'
import { gazetteerByName } from './gazetteer.ts'

/** Days for which Google's terms (Service Specific Terms, Places) allow storing a position. Place ids may stay. */
const days = 30

export const googlePositions: Retention[] = [
  {
    table: 'locations',
    what: 'coordinate di Google',
    by: 'google_position_at',
    kept: { days },
    end: { key: 'id', rows: forgetPositions },
  },
]

/** Replaces positions by the gazetteer's positions, or by null. Returns the number of changed places. */
async function forgetPositions(tx: Tx, ids: string[]): Promise<number> {
  const old = await tx<{ id: number; name: string }[]>`
    select id, name from locations where id = any(${ids}::bigint[])`
  for (const { id, name } of old) {
    const known = gazetteerByName(name)
    await tx`
      update locations set latitude = ${known?.latitude ?? null}, longitude = ${known?.longitude ?? null},
        google_position_at = null, updated_at = now()
      where id = ${id}`
  }
  return old.length
}
