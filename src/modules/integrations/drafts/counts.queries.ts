import type { Sql } from '../../../platform/db.ts'

export async function countTextDrafts(read: Sql): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from text_drafts join route_prices on route_prices.id = route_id where state = 'open'`
  return count
}
