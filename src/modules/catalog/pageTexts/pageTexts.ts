import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { ListPageTexts, type PageTexts } from './contract.ts'

// The bytes of a text are known without reading it, so only the texts on the page are read, to count their characters.
const order = {
  name: 'name',
  updatedAt: 'updated_at',
  descriptionChars: 'octet_length(long_description)',
  touristInfoChars: 'octet_length(tourist_info)',
}

export const listPageTexts = answer(ListPageTexts, async (read, asked) => {
  const { kind, search, missing } = asked
  const found = read`
    ${allTexts(read)} where name ilike ${likeOf(search)}
      and ${kind === undefined ? read`true` : read`kind = ${kind}`}
      and ${missing ? read`(octet_length(long_description) = 0 or octet_length(tourist_info) = 0)` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${found}`
  const rows = await read<(Omit<PageTexts, 'updatedAt'> & { updatedAt: Date })[]>`
    select kind, id, name, updated_at, length(long_description) as description_chars,
      length(tourist_info) as tourist_info_chars,
      is_active or kind = 'place' and (
        id in (select departure_location_id from route_prices where is_active)
        or id in (select destination_location_id from route_prices where is_active)) as is_shown
    from (
      select kind, id, name, updated_at, long_description, tourist_info, is_active
      from ${found} ${pageOf(read, asked, order, 'name')}) as page`
  return {
    ...pages(asked, total),
    items: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
  }
})

/** Returns SQL to put after `from`. */
const allTexts = (sql: Sql) => sql`
  (select 'route' as kind, r.id, d.name || ' → ' || a.name as name, r.is_active,
      coalesce(r.long_description, '') as long_description, coalesce(r.tourist_info, '') as tourist_info, r.updated_at
    from route_prices r
      join locations d on d.id = r.departure_location_id
      join locations a on a.id = r.destination_location_id
  union all
    select 'place', id, name, false, coalesce(long_description, ''), coalesce(tourist_info, ''), updated_at
    from locations) as texts`
