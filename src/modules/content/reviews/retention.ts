import type { Sql } from '../../../platform/db.ts'
import { reviewYears } from './contract.ts'

export async function purgeOldReviews(write: Sql): Promise<number> {
  const { count } = await write`
    delete from reviews where created_at < now() - make_interval(years => ${reviewYears})`
  return count
}
