import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db.ts'
import { type Embedded, startEmbedded } from '../src/embeddedPostgres.ts'
import { reasonOf } from '../src/log.ts'
import { migrate } from '../src/migrate.ts'
import { createAdminUser } from '../src/modules/index.ts'
import { run } from '../src/run.ts'
import { seed } from './seed.ts'

// `npm start`: everything on one machine. Brings up the database, the site, one API and one worker, starts again
// whichever dies, and stops them all on one signal. `--dev` rebuilds and restarts on changes.

const root = path.join(import.meta.dirname, '..')
const isDev = process.argv.includes('--dev')
const children = new Map<string, ChildProcess>()
let database: Embedded | null = null
let isStopping = false

try {
  const config = readConfig()
  await buildSite()
  database = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir })
  const databaseUrl = config.databaseUrl ?? database?.url ?? ''
  const applied = await migrate(databaseUrl)
  if (applied.length > 0) console.log(`Database migrated: ${applied.join(', ')}`)
  await fill(databaseUrl, config)

  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  keepRunning('api', env)
  keepRunning('worker', env)
  if (isDev) restartOnChange()
  void watchDatabase()
  await ready(`http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`)
  if (!isStopping) console.log(`Ready: ${config.siteUrl}`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `start: ${reasonOf(error)}`)
  await stop(1)
}

/** Vite's output is made anew when something it is made of is newer. */
async function buildSite(): Promise<void> {
  const built = path.join(root, 'dist', 'server', 'server.js')
  const sources = ['src/web', 'vite.config.ts', 'package-lock.json'].map((one) => path.join(root, one))
  if (existsSync(built) && Math.max(...sources.map(newest)) < statSync(built).mtimeMs) return
  console.log('Building the site…')
  const vite = spawn('vite', ['build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => vite.once('exit', resolve).once('error', () => resolve(1)))
  if (code !== 0) throw new Error('vite build failed')
}

function newest(file: string): number {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(file).map((name) => newest(path.join(file, name))))
}

/** The bundled data and the first super admin, each only where there is none. */
async function fill(databaseUrl: string, config: ReturnType<typeof readConfig>): Promise<void> {
  const db = openDatabase(databaseUrl, { name: 'salento-start', connections: 2 })
  try {
    const [have] = await db.read<[{ places: boolean; admins: boolean }]>`
      select exists (select from locations) as places, exists (select from admin_users where is_super_admin) as admins`
    if (config.demoData && !have.places) {
      const { locations, routes } = await seed(db.write)
      console.log(`Bundled data loaded: ${locations} places, ${routes} routes`)
    }
    if (!have.admins) {
      const { username } = config.admin
      const password = config.admin.password ?? randomBytes(12).toString('base64url')
      const caller = { name: 'start', address: null, admin: { id: 0, isSuperAdmin: true }, idempotencyKey: null }
      await run({ db, secretKey: config.secretKey }, createAdminUser, { username, password, isSuperAdmin: true }, caller)
      const shown = config.admin.password ? 'the password of ADMIN_PASSWORD' : `password ${password} (shown only now)`
      console.log(`First super admin: ${username}, ${shown}`)
    }
  } finally {
    await db.close()
  }
}

/** A process that dies is started again, slower each time it dies young. */
function keepRunning(name: 'api' | 'worker', env: NodeJS.ProcessEnv, deaths = 0): void {
  const started = Date.now()
  const child = spawn(process.execPath, [path.join(root, 'src', name, 'main.ts')], {
    cwd: root,
    env,
    // The channel tells the child when this process is gone. Its own group: Ctrl-C reaches it through us, in order.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  children.set(name, child)
  child.once('exit', async (code) => {
    children.delete(name)
    if (isStopping) return
    const isYoung = code !== 0 && Date.now() - started < 5_000
    if (isYoung && deaths >= 4) {
      console.error(`start: ${name} cannot start; see the lines above`)
      await stop(1)
      return
    }
    if (!isDev) console.error(`start: ${name} ended (${code ?? 'killed'}), starting it again`)
    await sleep(isYoung ? 300 * 2 ** deaths : 100)
    if (!isStopping) keepRunning(name, env, isYoung ? deaths + 1 : 0)
  })
}

/** Development: a saved file rebuilds the site where it is part of it, then both processes begin anew. */
function restartOnChange(): void {
  let timer: NodeJS.Timeout | undefined
  watch(path.join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      await buildSite().catch((error) => console.error(`start: ${reasonOf(error)}`))
      for (const child of children.values()) child.kill('SIGTERM')
    }, 200)
  })
}

async function watchDatabase(): Promise<void> {
  while (database && !isStopping) {
    await sleep(1_000)
    if (isStopping || (await database.isAlive())) continue
    console.error('start: the database ended, starting it again')
    const dataDir = readConfig().dataDir
    database = await startEmbedded({ dataDir }).catch((error) => {
      console.error(`start: ${reasonOf(error)}`)
      return database
    })
  }
}

async function ready(address: string): Promise<void> {
  for (let tries = 0; tries < 300 && !isStopping; tries++) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
}

/** Children first, then the database they use; what does not stop in 10 s is killed. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  const ended = [...children.values()].map(
    (child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null))),
  )
  for (const child of children.values()) child.kill('SIGTERM')
  await Promise.race([Promise.all(ended), sleep(10_000, undefined, { ref: false })])
  for (const child of children.values()) child.kill('SIGKILL')
  await database?.stop()
  process.exit(code)
}
