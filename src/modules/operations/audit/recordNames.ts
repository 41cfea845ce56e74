import type { Sql } from '../../../platform/db.ts'
import { tableOfField } from './fieldKinds.contract.ts'
import type { Values } from './wayBack.ts'

// For customers the log stores only ids, so that the name of an erased customer disappears from the log.

interface Named {
  subject: string
  before: Values | null
  after: Values | null
}

interface Record {
  name: string | null
  exists: boolean
}

/** SQL for the name of a row, for tables whose rows have a page in the panel. */
const lookups: { [table: string]: (read: Sql) => ReturnType<typeof leadsOf> } = {
  route_prices: (read) => read`
    select r.id, d.name || ' → ' || a.name as name from route_prices r
      join locations d on d.id = r.departure_location_id join locations a on a.id = r.destination_location_id`,
  locations: (read) => read`select id, name from locations`,
  transfer_types: (read) => read`select id, name from transfer_types`,
  price_lists: (read) => read`select id, name from price_lists`,
  blog_posts: (read) => read`select id, title as name from blog_posts`,
  blog_categories: (read) => read`select id, name from blog_categories`,
  photos: (read) => read`select id, alt as name from photos`,
  redirects: (read) => read`select id, from_path as name from redirects`,
  reply_templates: (read) => read`select id, name from reply_templates`,
  ai_prompts: (read) => read`select id, name from ai_prompts`,
  trips: (read) => read`select id, from_place || ' → ' || to_place as name from trips`,
  service_sheets: (read) =>
    read`select id, plate || ' n. ' || number || '/' || year as name from service_sheets`,
  vehicles: (read) => read`select id, plate as name from vehicles`,
  drivers: (read) => read`select id, name from drivers`,
  closed_days: (read) => read`select id, to_char(day, 'DD/MM/YYYY') as name from closed_days`,
  reviews: (read) => read`select id, concat_ws(', ', nullif(name, ''), month) as name from reviews`,
  admin_users: (read) => read`select id, username as name from admin_users`,
  availability_requests: (read) => leadsOf(read, 'availability_request'),
  bookings: (read) => leadsOf(read, 'booking'),
  contacts: (read) => leadsOf(read, 'contact'),
  customers: (read) => read`
    select distinct on (customer_id) customer_id as id, coalesce(nullif(leads.name, ''), leads.phone) as name
    from customer_leads join leads on leads.kind = lead_kind and leads.id = lead_id
    order by customer_id, leads.created_at desc`,
}

function leadsOf(read: Sql, kind: string) {
  return read`
    select id, concat_ws(', ', code, coalesce(nullif(name, ''), phone), departure || ' → ' || destination) as name
    from requests where kind = ${kind}`
}

/** Returns the names and whether the records exist, by subject. */
export async function recordNames(read: Sql, entries: Named[]): Promise<Map<string, Record>> {
  const found = new Map<string, Record>()
  for (const { subject, before, after } of entries)
    if (!found.has(subject)) found.set(subject, { name: nameIn(after) ?? nameIn(before), exists: true })
  for (const [subjects, names] of await lookedUp(read, [...found.keys()]))
    for (const subject of subjects)
      found.set(subject, {
        name: names.get(subject) ?? found.get(subject)?.name ?? null,
        exists: names.has(subject),
      })
  return found
}

type LookedUp = [subjects: string[], names: Map<string, string | null>]

/** Looks up the subjects of each table with names. Leaves out subjects without an id. */
async function lookedUp(read: Sql, all: string[]): Promise<LookedUp[]> {
  const byTable = Map.groupBy(all, (subject) => subject.split('/')[0] ?? '')
  const found = await Promise.all(
    [...byTable].map(async ([table, subjects]): Promise<LookedUp | null> => {
      const lookup = lookups[table]
      const ids = subjects.flatMap((subject) => Number(subject.match(/^\w+\/(\d{1,15})$/)?.[1]) || [])
      if (!lookup || ids.length === 0) return null
      const rows = await read<{ id: number; name: string | null }[]>`
        select id, name from (${lookup(read)}) as named where id = any(${ids}::bigint[])`
      return [subjects, new Map(rows.map(({ id, name }) => [`${table}/${id}`, name]))]
    }),
  )
  return found.filter((one) => one !== null)
}

/** Returns the subjects to which the fields of an entry refer, such as `drivers/3`. */
export const referencesIn = ({ before, after }: Pick<Named, 'before' | 'after'>): string[] =>
  [before, after].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, value]) => {
      const table = tableOfField(field, values ?? {})
      return table ? [value].flat().flatMap((id) => (Number(id) > 0 ? `${table}/${id}` : [])) : []
    }),
  )

/** Returns the names of the records to whose ids the entries refer, by subject. */
export async function referencedNames(read: Sql, entries: Named[]): Promise<Map<string, string>> {
  const found = await lookedUp(read, [...new Set(entries.flatMap(referencesIn))])
  return new Map(
    found.flatMap(([, names]) => [...names].flatMap(([subject, name]) => (name ? [[subject, name]] : []))),
  )
}

/** Returns the name stored in the values of an entry, for records that were deleted and tables without a look-up. */
function nameIn(values: Values | null): string | null {
  const { departure, destination, name, title, username, fromPath, path, serviceName, measurementId, alt } =
    values ?? {}
  if (departure && destination) return `${departure} → ${destination}`
  const first = [name, title, username, fromPath, path, serviceName, measurementId, alt].find(Boolean)
  return first === undefined ? null : String(first)
}

/** Returns the SQL condition for entries whose record has a matching name, now or at the time of the change. */
export function subjectsNamed(read: Sql, like: string) {
  const named = Object.entries(lookups).map(
    ([table, lookup]) => read`
      or subject in (select ${`${table}/`}::text || id from (${lookup(read)}) as named where name ilike ${like})`,
  )
  const stored = read`coalesce(after, before)`
  return read`
    (${stored} ->> 'departure' || ' → ' || (${stored} ->> 'destination') ilike ${like}
      or ${stored} ->> 'name' ilike ${like} or ${stored} ->> 'title' ilike ${like}
      or ${stored} ->> 'username' ilike ${like} or ${stored} ->> 'fromPath' ilike ${like}
      or subject in (
        select 'price_changes/' || c.batch_id from price_changes c join route_prices r on r.id = c.route_id
          join locations d on d.id = r.departure_location_id join locations a on a.id = r.destination_location_id
        where d.name || ' → ' || a.name ilike ${like})
      ${named.reduce((all, one) => read`${all} ${one}`, read``)})`
}
