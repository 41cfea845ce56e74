import { seed } from '../scripts/seed.ts'
import { program } from '../src/kernel/message.ts'
import { run } from '../src/kernel/run.ts'
import { handlers, reactions } from '../src/modules/index.ts'
import { openBenchDatabase } from './database.ts'
import { machine, median } from './site.ts'

// `npm exec -- node bench/bulkRoutes.ts` measures how much longer the route generator takes than one SQL statement that
// inserts the same rows. Both run alternately, so that other load on the machine affects both.

const rounds = 5
const ask = {
  hub: 'Aeroporto Brindisi',
  delayMs: 0,
  withCorrelated: true,
  excludeLocationIds: [],
  prices: 'rule',
}

await using database = await openBenchDatabase()
const { db, runtime } = database
const { write: sql } = db
await seed(sql)
const caller = program('bench')
const command = handlers.find(({ message }) => message.http === 'POST /api/admin/bulk-routes')
const reaction = reactions.find(({ name }) => name === 'catalog:makeBulkRoutes')
if (!command || !reaction) throw new Error('the generator is not registered')

console.log(`${machine}; ${rounds} rounds`)
const ratios: number[] = []
for (let round = 0; round < rounds; round++) {
  await sql`truncate route_prices, outbox, jobs restart identity cascade`
  const { jobId } = (await run(runtime, command, ask, caller)) as {
    jobId: number
  }
  const [fact] = await sql<[{ id: number; payload: never }]>`
    select id, payload from outbox where (payload->>'jobId')::int = ${jobId}`
  const made = await seconds(() =>
    reaction.react(fact.payload, {
      context: runtime.context,
      eventId: fact.id,
      read: db.read,
      write: sql,
      tries: 1,
      isLastTry: true,
      hasAdvanced: async () => {},
    }),
  )
  const [job] = await sql`select status, error from jobs`
  if (job?.status !== 'completed') throw new Error(job?.error)
  await sql`drop table if exists kept`
  await sql`create table kept as table route_prices`
  await sql`truncate route_prices restart identity cascade`
  const plain = await seconds(() => sql`insert into route_prices select * from kept order by id`)
  const [{ count }] = await sql<[{ count: number }]>`select count(*) from route_prices`
  ratios.push(made / plain)
  console.log(
    `${count} routes: generator ${made.toFixed(2)} s, one statement ${plain.toFixed(3)} s, ratio ${(made / plain).toFixed(1)}`,
  )
}
console.log(`median ratio ${median(ratios).toFixed(1)}`)

async function seconds(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
