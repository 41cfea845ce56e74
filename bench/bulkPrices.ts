import { machine, median, openSite } from './site.ts'

// `node bench/bulkPrices.ts`: a save of many prices beside one plain SQL statement that writes the same rows, in turn.

const rounds = 5
await using site = await openSite({ routes: 10_000 })
const { sql } = { sql: site.db.write }
console.log(`${machine}; ${rounds} rounds, medians`)

const rows = await sql<
  { id: number }[]
>`select id from route_prices where slug like 'prova-%' order by id limit 10000`

for (const count of [100, 10_000]) await compare(`PUT /api/bulk-pricing/update, ${count} cells`, count, save)
await compare('POST /api/bulk-pricing/import, a CSV of 10000 rows', 10_000, load)

async function compare(name: string, count: number, ours: (price: number, count: number) => Promise<void>) {
  const ratios: number[] = []
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const plain = await ms(() => plainly(100 + round, count))
    const time = await ms(() => ours(200 + round, count))
    ratios.push(time / plain)
    times.push(time)
  }
  console.log(
    `${name.padEnd(56)} ${median(times).toFixed(0)} ms, ${median(ratios).toFixed(1)} times the plain statement ` +
      `(${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)})`,
  )
}

async function plainly(price: number, count: number): Promise<void> {
  const ids = rows.slice(0, count).map(({ id }) => id)
  await sql`
    update route_prices r set price3to4_pax = n.price, updated_at = now()
    from unnest(${ids}::bigint[], ${ids.map(() => price)}::numeric[]) as n (id, price) where r.id = n.id`
}

async function save(price: number, count: number): Promise<void> {
  const updates = rows.slice(0, count).map(({ id }) => ({ id, field: 'price3to4Pax', value: String(price) }))
  await sent('PUT', '/api/bulk-pricing/update', 'application/json', JSON.stringify({ updates }))
}

async function load(price: number): Promise<void> {
  const lines = rows.map(({ id }) => `${id};${price},00`)
  await sent('POST', '/api/bulk-pricing/import', 'text/csv', ['ID;Economy 3-4', ...lines].join('\r\n'))
}

async function sent(method: string, path: string, type: string, body: string): Promise<void> {
  const reply = await fetch(`${site.origin}${path}`, {
    method,
    headers: { ...site.staff, 'content-type': type },
    body,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`)
}

async function ms(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
