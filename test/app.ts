import { argon2Sync, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'
import { openApi } from '../src/api/server.ts'
import type { Role } from '../src/kernel/role.ts'
import { createContext } from '../src/modules/index.ts'
import type { WorkerTask } from '../src/modules/operations/module.ts'
import { listenToChanges } from '../src/platform/changes.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db.ts'
import { drain } from '../src/worker/drain.ts'
import { newAddress } from './newAddress.ts'
import { patience, testEnv } from './testEnv.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database `postgres` on this run's server, which also has the databases that tests clone. */
    postgresUrl: string
  }
}

export const staffPassword = 'lecce barocca 2026'
export const staffPasswordHash = cheapHash(staffPassword)

/** Hashes with argon2id's lowest cost, which takes less than 1 ms to verify. */
function cheapHash(message: string): string {
  const nonce = Buffer.alloc(16)
  const tag = argon2Sync('argon2id', { message, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

/** `isSuperAdmin` counts only if `role` is missing. */
export interface AccountOptions {
  isSuperAdmin?: boolean
  role?: Role
}

export interface Reply<T = never> {
  status: number
  headers: Headers
  text: string
  body: T
}

/** Starts the real system on a separate database. `'demo'` is `'bundled'` without estimated and return routes. */
export async function startApp({
  env = {},
  data = 'empty',
}: {
  env?: Record<string, string>
  data?: 'empty' | 'demo' | 'bundled'
} = {}) {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await cloned(admin, name, `template_${data}`)
  const url = server.replace(/\/[^/]*$/, `/${name}`)
  const config = readConfig({ ...testEnv, DATABASE_URL: url, ...env })
  const db = openDatabase(url, { name, connections: 4, patience })
  const runtime = { db, context: createContext(config) }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const api = await openApi(config, runtime, log)
  const changes = await listenToChanges(db)
  await api.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`

  async function send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const reply = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        // Limits count by IP address, so each read has a new one. `/metrics` answers only this machine.
        ...(method === 'GET' && path !== '/metrics' ? { 'x-forwarded-for': newAddress() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // Compressing a page takes as long as rendering it, so only tests of compression ask for it.
        'accept-encoding': 'identity',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    const answer: Reply<T> = {
      status: reply.status,
      headers: reply.headers,
      text,
      body: (isJson && text ? JSON.parse(text) : null) as T,
    }
    return answer
  }

  /** Creates an account with the password `staffPassword`, whose hash is cheap to verify. */
  async function addStaff(
    username: string,
    { isSuperAdmin = false, role = isSuperAdmin ? 'superAdmin' : 'admin' }: AccountOptions = {},
  ): Promise<number> {
    const [row] = await db.write<[{ id: number }]>`
      insert into admin_users (username, password, role)
      values (${username}, ${staffPasswordHash}, ${role}) returning id`
    return row.id
  }

  /** Makes up to five attempts, because a busy machine may refuse a log-in with 503. */
  async function signIn(body: object, headers: Record<string, string> = {}) {
    for (let tries = 1; ; tries++) {
      // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a reply
      const reply = await send<any>('POST', '/api/admin/login', body, headers)
      if (reply.status !== 503 || tries === 5) return reply
    }
  }

  /** Waits until this process has received all changes and renewed its read models, from which its jobs read. */
  async function settle(): Promise<void> {
    await eventually(async () => {
      // The process has one connection for notifications, so all earlier ones have arrived, too.
      if (!(await changes.arrive(2_000))) throw new Error('no notification arrives')
      const { payload } = await api.inject('/metrics')
      if (payload.includes('read_models_stale_seconds') && !/^read_models_stale_seconds 0$/m.test(payload))
        throw new Error('the read models are outdated')
    })
  }

  async function drainJobs(): Promise<void> {
    await settle()
    await drain(runtime, url)
  }

  return {
    origin,
    databaseUrl: url,
    config,
    runtime,
    api,
    lines,
    sql: db.write,
    // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a reply
    get: <T = any>(path: string, headers?: Record<string, string>) =>
      send<T>('GET', path, undefined, headers),
    // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a reply
    post: <T = any>(path: string, body: unknown, headers?: Record<string, string>) =>
      send<T>('POST', path, body, headers),
    // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a reply
    send: <T = any>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      send<T>(method, path, body, headers),
    signIn,
    addStaff,
    /** Creates an account, logs in and returns the headers for staff calls. */
    async logIn({ isSuperAdmin = true, ...options }: AccountOptions = {}): Promise<Record<string, string>> {
      const username = `staff-${randomBytes(4).toString('hex')}`
      await addStaff(username, { isSuperAdmin, ...options })
      const reply = await signIn({ username, password: staffPassword })
      if (reply.status !== 200) throw new Error(`no log-in: ${reply.status} ${JSON.stringify(reply.body)}`)
      const [cookie = ''] = reply.headers.getSetCookie()
      return { cookie: cookie.slice(0, cookie.indexOf(';')) }
    },
    /** Waits for the next window of the rate limits if the current window is about to end and reset the counts. */
    inOneWindow: (seconds = 600) =>
      eventually(async () => {
        const [row] = await db.write<[{ left: number }]>`
          select ${seconds} - floor(extract(epoch from now()))::int % ${seconds}::int as left`
        if (row.left < seconds / 30) throw new Error(`the window ends in ${row.left} s`)
      }),
    settle,
    /** Calls `settle`, then runs all due jobs. */
    drain: drainJobs,
    /** Runs the scheduled task now, then all waiting jobs, including the jobs that the task adds. */
    async sweep(name: WorkerTask) {
      await db.write`select graphile_worker.add_job('periodic', json_build_object('name', ${name}::text))`
      await drainJobs()
    },
    async [Symbol.asyncDispose]() {
      await api.close()
      await db.close()
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

export type App = Awaited<ReturnType<typeof startApp>>

const openApps = new Set<App>()

export async function closeOpenApps(): Promise<void> {
  for (const app of openApps) await app[Symbol.asyncDispose]()
  openApps.clear()
}

/**
 * Starts one app for the tests of the calling file that do not need a database of their own, and closes it after the last
 * test. A start takes a third of a second of processor time.
 */
export async function openApp(options: Parameters<typeof startApp>[0] = {}): Promise<App> {
  const app = await startApp(options)
  openApps.add(app)
  afterAll(closeOpenApps)
  return app
}

async function cloned(admin: postgres.Sql, name: string, template: string): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      // `file_copy` also copies the template's cache of the system catalog, so that no connection has to build it.
      await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
      return
    } catch (error) {
      // 55006 means that another test file is cloning the same template.
      if (tries > 50 || !(error instanceof postgres.PostgresError) || error.code !== '55006') throw error
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
}

/** Maximum waiting time in milliseconds: enough for a busy machine, and much less than the time limit of a test. */
const waitMs = Number(process.env.TEST_PATIENCE_MS ?? 90_000)

/** Repeats `check` until it stops throwing. Throws the last error after `waitMs`. */
export async function eventually<T>(check: () => Promise<T> | T): Promise<T> {
  const end = Date.now() + waitMs
  for (;;)
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
}
