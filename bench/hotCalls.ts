import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { seed } from '../scripts/seed.ts'
import { openDatabase } from '../src/db.ts'
import { startEmbedded } from '../src/embeddedPostgres.ts'
import { migrate } from '../src/migrate.ts'

// `npm run bench`: requests a second of hot calls, beside a bare Fastify route that answers the same bytes. Both
// servers run at the same time and are measured in turn, so that a noisy machine is noisy to both.

const rounds = 5
const seconds = 3
const calls = [
  '/api/routes/search?departure=Aeroporto%20Brindisi&destination=Gallipoli',
  '/api/locations/search?q=gallip',
  '/api/routes/pricing-table',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
]

const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-bench-'))
const database = await startEmbedded({ dataDir })
await migrate(database.url)
const db = openDatabase(database.url)
await seed(db.write)
await db.close()

const api = fork('src/api/main.ts', {
  env: {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '3411',
    // All load comes from one address, which the limits would turn away: each connection says its own.
    TRUST_PROXY: '127.0.0.1',
  },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
await until('http://127.0.0.1:3411/readyz')

console.log(
  `${cpus().length} cores, ${cpus()[0]?.model}; ${rounds} rounds of ${seconds} s each, 10 connections`,
)
for (const call of calls) {
  const url = `http://127.0.0.1:3411${call}`
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await reply.arrayBuffer())
  const bare = fork('bench/bare.ts')
  bare.send({ port: 3412, body: body.toString('base64'), type: reply.headers.get('content-type') })
  await once(bare, 'message')
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await rate(url)
    ratios.push(ours / (await rate('http://127.0.0.1:3412/')))
    rates.push(ours)
  }
  await ended(bare)
  console.log(
    `${call.padEnd(72)} ${body.length} bytes  ${Math.round(median(rates))}/s  ratio to bare Fastify ` +
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}
await ended(api)
await database.stop()
rmSync(dataDir, { recursive: true, force: true })

async function rate(url: string): Promise<number> {
  let visitor = 0
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    setupClient(client) {
      client.setHeaders({ 'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor++ % 250}` })
      client.on('response', () =>
        client.setHeaders({
          'x-forwarded-for': `198.51.${Math.floor(visitor / 250) % 250}.${visitor++ % 250}`,
        }),
      )
    },
  })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} replies were refused`)
  return result.requests.average
}

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
