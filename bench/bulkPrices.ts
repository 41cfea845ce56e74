import { ratioOf } from './ratio.ts'
import type { Row } from './row.ts'
import { openSite, type Site } from './site.ts'

// Measures how much longer the API takes to save many prices than one SQL statement that writes the same rows.

/** At most 100 prices (`few`) need more rounds, because other load often affects only one of two short saves. */
const roundsOf = { few: 41, many: 7 }

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ routes: 10_000 })
  const rows = await site.db.write<{ id: number }[]>`
    select id from route_prices where slug like 'prova-%' order by id limit 10000`
  const ids = rows.map(({ id }) => id)
  const few = ids.slice(0, 100)
  // Lets every database connection of the site and of this process prepare the statements.
  for (let turn = 0; turn < 10; turn++) {
    await plainly(site, few, 20 + turn)
    await save(site, few, 50 + turn)
  }
  return [
    await compared(site, 'PUT /api/bulk-pricing/update, 100 cells', few, save),
    await compared(site, 'PUT /api/bulk-pricing/update, 10,000 cells', ids, save),
    await compared(site, 'POST /api/bulk-pricing/import, a CSV of 10,000 rows', ids, load),
  ]
}

type Save = (site: Site, ids: number[], price: number) => Promise<void>

async function compared(site: Site, work: string, ids: number[], saved: Save): Promise<Row> {
  const ours: number[] = []
  const theirs: number[] = []
  const rounds = ids.length > 100 ? roundsOf.many : roundsOf.few
  for (let round = 0; round < rounds; round++) {
    theirs.push(await ms(() => plainly(site, ids, 100 + round)))
    ours.push(await ms(() => saved(site, ids, 200 + round)))
  }
  const most = ids.length > 100 ? 2.5 : 4
  const goal = `at most ${most} times the statement`
  return ratioOf({ work, goal, ours, theirs, unit: ' ms', isMet: (ratio) => ratio <= most })
}

async function plainly({ db }: Site, ids: number[], price: number): Promise<void> {
  await db.write`
    update route_prices r set price3to4_pax = n.price, updated_at = now()
    from unnest(${ids}::bigint[], ${ids.map(() => price)}::numeric[]) as n (id, price) where r.id = n.id`
}

async function save(site: Site, ids: number[], price: number): Promise<void> {
  const updates = ids.map((id) => ({ id, field: 'price3to4Pax', value: String(price) }))
  await sent(site, 'PUT', '/api/bulk-pricing/update', 'application/json', JSON.stringify({ updates }))
}

async function load(site: Site, ids: number[], price: number): Promise<void> {
  const lines = ids.map((id) => `${id};${price},00`)
  const sheet = ['ID;Economy 3-4', ...lines].join('\r\n')
  await sent(site, 'POST', '/api/bulk-pricing/import', 'text/csv', sheet)
}

async function sent(
  { origin, staff }: Site,
  method: string,
  path: string,
  type: string,
  body: string,
): Promise<void> {
  const headers = { ...staff, 'content-type': type }
  const reply = await fetch(`${origin}${path}`, { method, headers, body })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`)
}

async function ms(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
