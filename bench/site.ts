import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { seed } from '../scripts/seed.ts'
import { program } from '../src/kernel/message.ts'
import { type Runtime, run } from '../src/kernel/run.ts'
import { createAdminUser } from '../src/modules/settings/module.ts'
import type { Database } from '../src/platform/db.ts'
import { cpuMs, onCore } from './cores.ts'
import { openBenchDatabase } from './database.ts'

export const machine = `${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`

export interface Site extends AsyncDisposable {
  origin: string
  /** Database for queries in plain SQL. */
  db: Database
  /** Runs handlers and jobs in this process, on the same database. */
  runtime: Runtime
  databaseUrl: string
  /** Environment of the API processes, without their port. */
  env: NodeJS.ProcessEnv
  /** Headers of a logged-in member of staff. */
  staff: Record<string, string>
  /** Processor time of the API so far in ms. */
  cpuMs(): number
  pids: number[]
  /** Starts more API processes on `port`. Also returns the milliseconds until one of them was ready. */
  startMore(port: number, processes: number): Promise<{ pids: number[]; origin: string; ms: number }>
}

interface SiteOptions {
  /** Number of extra routes between the bundled places. */
  routes?: number
  fill?: (write: Database['write']) => Promise<void>
  /** Processor core of the API; any core by default. */
  core?: number
  port?: number
  /** Limit of the JavaScript heap; the image and the systemd units set 512. */
  heapMb?: number
}

const siteUrl = 'https://www.salento.example'
const password = 'lecce barocca 2026'

/** Starts the API as in production, on an embedded database with the bundled data. */
export async function openSite({
  routes = 0,
  fill,
  core,
  port = 3411,
  heapMb = 512,
}: SiteOptions = {}): Promise<Site> {
  const database = await openBenchDatabase()
  const { db, dataDir, runtime } = database
  await seed(db.write)
  if (routes > 0) await addRoutes(db, routes)
  await fill?.(db.write)
  // Keeps this route the most searched one, so that the load generator's searches do not change the responses.
  await db.write`update route_prices set ricerche = 1000 where slug = 'aeroporto-brindisi-gallipoli'`
  await run(runtime, createAdminUser, { username: 'bench', password }, program('bench'))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    SITE_URL: siteUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    // Trusts the load generator's `x-forwarded-for`: the rate limits would refuse so many requests from one address.
    TRUST_PROXY: '127.0.0.1',
  }
  const start = (port: number, processes: number) =>
    onCore(core, [process.execPath, `--max-old-space-size=${heapMb}`, 'src/api/main.ts'], {
      ...env,
      PORT: String(port),
      API_PROCESSES: String(processes),
    })
  const api = start(port, 1)
  const pids = [api.pid ?? 0]
  const apis = [api]
  const origin = `http://127.0.0.1:${port}`
  await until(`${origin}/readyz`)
  return {
    origin,
    db,
    runtime,
    databaseUrl: database.url,
    env,
    pids,
    cpuMs: () => cpuMs(pids),
    staff: await logIn(origin),
    async startMore(port, processes) {
      const started = performance.now()
      const more = Array.from({ length: processes }, () => start(port, processes))
      apis.push(...more)
      await until(`http://127.0.0.1:${port}/readyz`)
      const ms = performance.now() - started
      return { pids: more.map(({ pid = 0 }) => pid), origin: `http://127.0.0.1:${port}`, ms }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(apis.map(ended))
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Inserts routes between bundled places that have no route to each other yet. */
async function addRoutes({ write }: Database, routes: number): Promise<void> {
  await write`
    insert into route_prices (departure_location_id, destination_location_id, slug, distance_km, price_min2_pax,
      price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax)
    select d.id, a.id, 'prova-' || d.id || '-' || a.id, 60, 40, 110, 120, 110, 130
    from locations d cross join locations a
    where d.id <> a.id and not exists (select from route_prices r where r.departure_location_id = d.id
      and r.destination_location_id = a.id)
    order by d.id, a.id limit ${routes}`
  await write`analyze`
}

async function logIn(origin: string): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({ username: 'bench', password }),
  })
  if (!reply.ok) throw new Error(`no login: ${reply.status} ${await reply.text()}`)
  const [cookie = ''] = reply.headers.getSetCookie()
  return { cookie: cookie.split(';')[0] ?? '', origin: siteUrl }
}

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
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

export async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
