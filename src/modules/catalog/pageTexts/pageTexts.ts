import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { ListPageTexts, type PageTexts } from './contract.ts'

const order = {
  name: 'name',
  updatedAt: 'updated_at',
  descriptionChars: 'description_chars',
  touristInfoChars: 'tourist_info_chars',
}

export const listPageTexts = answer(ListPageTexts, async (read, asked) => {
  const { kind, search, missing } = asked
  const found = read`
    ${allTexts(read)} where name ilike ${likeOf(search)}
      and ${kind === undefined ? read`true` : read`kind = ${kind}`}
      and ${missing ? read`(description_chars = 0 or tourist_info_chars = 0)` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${found}`
  const rows = await read<(Omit<PageTexts, 'updatedAt'> & { updatedAt: Date })[]>`
    select kind, id, name, is_shown, description_chars, tourist_info_chars, updated_at
    from ${found} ${pageOf(read, asked, order, 'name')}`
  return {
    ...pages(asked, total),
    items: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
  }
})

/** Returns SQL to put after `from`. */
const allTexts = (sql: Sql) => sql`
  (select 'route' as kind, r.id, d.name || ' → ' || a.name as name, r.is_active as is_shown,
      length(coalesce(r.long_description, '')) as description_chars,
      length(coalesce(r.tourist_info, '')) as tourist_info_chars, r.updated_at
    from route_prices r
      join locations d on d.id = r.departure_location_id
      join locations a on a.id = r.destination_location_id
  union all
    select 'place', p.id, p.name,
      exists (select from route_prices r where r.is_active and p.id in (r.departure_location_id, r.destination_location_id)),
      length(coalesce(p.long_description, '')), length(coalesce(p.tourist_info, '')), p.updated_at
    from locations p) as texts`
