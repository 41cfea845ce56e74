import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { seed } from '../../scripts/seed.ts'
import { program } from '../../src/kernel/message.ts'
import { run } from '../../src/kernel/run.ts'
import { createContext } from '../../src/modules/index.ts'
import { createAdminUser } from '../../src/modules/settings/module.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { testEnv } from '../testEnv.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** As in Dockerfile and deploy/systemd/salento-api@.service. */
const deployedFlags = ['--max-old-space-size=512']

export const staff = { username: 'titolare', password: 'lecce barocca 2026' }

/** A process that is restarted whenever it exits, except after `stop` and `lose`. */
export interface Kept {
  start(): void
  kill(signal: NodeJS.Signals): void
  /** Stops the process with SIGTERM and does not restart it. `ms` is the duration of the stop. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** Kills the process and does not restart it, as if its machine were lost. */
  lose(): void
  isUp(): boolean
  readonly pid: number | undefined
  /** Last line of stderr before each exit without a signal from the tests. */
  deaths(): string[]
}

/** `flags` are those of Node. */
function keep(file: string, env: Record<string, string>, flags: string[] = []): Kept {
  let child: ChildProcess | null = null
  let isStopping = false
  let isKilled = false
  const deaths: string[] = []
  const start = () => {
    isKilled = false
    child = spawn(process.execPath, [...flags, file], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let lastLine = ''
    // Output after a kill or stop is ignored.
    child.stderr?.on('data', (text) => {
      lastLine = String(text).trim().split('\n').at(-1) ?? ''
      if (!isKilled && !isStopping && process.env.FAULTS_VERBOSE) process.stderr.write(text)
    })
    child.once('close', async (code, signal) => {
      child = null
      if (isStopping) return
      if (!isKilled) deaths.push(`${signal ?? code}: ${lastLine}`)
      await sleep(100)
      if (!isStopping) start()
    })
  }
  start()
  return {
    start() {
      isStopping = false
      start()
    },
    kill(signal) {
      isKilled = true
      child?.kill(signal)
    },
    async stop() {
      isStopping = true
      const startedAt = Date.now()
      const one = child
      if (!one) return { code: null, ms: 0 }
      // After `exit` the last output may still arrive, and the handler of `close` must not see the next process.
      const exited = once(one, 'close')
      one.kill('SIGTERM')
      const [code] = await exited
      return { code, ms: Date.now() - startedAt }
    },
    lose() {
      isStopping = true
      child?.kill('SIGKILL')
    },
    isUp: () => child !== null,
    get pid() {
      return child?.pid
    },
    deaths: () => deaths,
  }
}

export interface Options {
  apis?: number
  workers?: number
  /** Additional variables of each worker; the other variables are those of the API. */
  workerEnvs?: Record<string, string>[]
  /** Folder of the data; temporary by default. */
  dataDir?: string
  env?: Record<string, string>
  /** Adds a pooler or standby to the server before its data are loaded. */
  link?: (server: { url: string; dataDir: string }) => Promise<Link>
}

export interface Link {
  /** Variables of the processes. By default DATABASE_URL is the URL of the server. */
  env: Record<string, string>
  /** URL for the test's own connections; by default the URL of the server. */
  ownUrl?: string
  stop(): Promise<void>
}

/** Starts the real processes on a PostgreSQL that writes durably (no `fsync=off`), and waits until they are ready. */
export async function openSystem({
  apis = 2,
  workers = 1,
  workerEnvs = Array.from({ length: workers }, () => ({})),
  dataDir: given,
  env = {},
  link,
}: Options = {}) {
  const dataDir = given ?? mkdtempSync(path.join(tmpdir(), 'salento-faults-'))
  const server = await startEmbedded({ dataDir })
  const { url } = server
  await migrate(url)
  const linked = await link?.({ url, dataDir })
  const db = openDatabase(linked?.ownUrl ?? url, { name: 'faults', connections: 4 })
  await seed(db.write)
  const shared = {
    DATABASE_URL: url,
    ...testEnv,
    // Empty, so that the product's default deadline applies.
    ANSWER_MS: '',
    // No process listens on port 9, so no call reaches the internet.
    INDEXNOW_ENDPOINT: 'http://127.0.0.1:9/',
    ...linked?.env,
    ...env,
  }
  const context = createContext(readConfig(shared))
  const create = () =>
    run({ db, context }, createAdminUser, { ...staff, isSuperAdmin: true }, program('faults'))
  // On a busy machine the first call may exceed the deadline and succeed nevertheless. Then the second call fails.
  await create().catch(() => create().catch(() => {}))
  const ports = await freePorts(apis)
  const api = ports.map((port) => keep('src/api/main.ts', { ...shared, PORT: String(port) }, deployedFlags))
  const worker = workerEnvs.map((own) => keep('src/worker/main.ts', { ...shared, ...own }))
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)

  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  const postmaster = () =>
    existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined

  const database = {
    /** SIGSTOP makes the database hang. */
    signal(signal: NodeJS.Signals) {
      const pid = postmaster()
      if (pid) for (const one of [pid, ...childrenOf(pid)]) killQuietly(one, signal)
    },
    /** Kills only the postmaster. Its child processes then exit on their own. */
    kill() {
      const pid = postmaster()
      if (pid) killQuietly(pid, 'SIGKILL')
    },
    stop: () => server.stop(),
    start: () => startEmbedded({ dataDir }),
  }

  async function ready(ms = 180_000): Promise<void> {
    const end = Date.now() + ms
    for (const origin of origins)
      for (;;) {
        const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(
          () => null,
        )
        await reply?.arrayBuffer()
        if (reply?.ok) break
        if (Date.now() > end) throw new Error(`${origin} is not ready after ${ms} ms`)
        await sleep(50)
      }
  }

  const system = {
    url,
    sql: db.write,
    origins,
    api,
    worker,
    database,
    ready,
    async [Symbol.asyncDispose]() {
      await Promise.all([...api, ...worker].map((one) => one.stop()))
      await db.close()
      await linked?.stop()
      database.signal('SIGCONT')
      await server.stop()
      if (!given) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await ready()
    return system
  } catch (error) {
    await system[Symbol.asyncDispose]()
    throw error
  }
}

export type System = Awaited<ReturnType<typeof openSystem>>

/** Returns why processes exited without a kill. They were restarted. */
export function deathsOf({ api, worker }: System) {
  return { api: api.flatMap((one) => one.deaths()), worker: worker.flatMap((one) => one.deaths()) }
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited.
  }
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  // A killed server leaves its pid file behind, so the process may be gone.
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
