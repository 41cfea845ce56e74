import './node24.cjs'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, watch } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '../src/kernel/httpError.ts'
import { program } from '../src/kernel/message.ts'
import { run } from '../src/kernel/run.ts'
import { createAdminUser } from '../src/modules/settings/module.ts'
import { type Config, ConfigError, readConfig, withoutBlanks } from '../src/platform/config.ts'
import { connectDatabase, type Database } from '../src/platform/db.ts'
import { codeOf } from '../src/platform/log.ts'
import { migrate } from '../src/platform/migrate.ts'
import { type Embedded, startEmbedded } from './postgres/embeddedPostgres.ts'
import { plainReason } from './reason.ts'
import { addBundledTranslations, seed, seedTrips } from './seed.ts'

// `npm start` runs everything on one machine, restarts processes that exit, and stops all of them on one signal.
// `--dev` also rebuilds on changes and simulates the providers.

const root = path.join(import.meta.dirname, '..')
const isDev = process.argv.includes('--dev')
const stopMsMax = 10_000
/** Maximum number of starts of a process that was never ready. */
const triesMax = 5
/** Milliseconds after which the exit of a process that was ready does not count as early. */
const longLifeMs = 60_000
const quotedCharactersMax = 4_000
const firstAdminMsMax = 60_000
/** Without a limit, V8 lets garbage grow with the memory of the machine. */
const heapLimit = process.env.NODE_OPTIONS?.includes('--max-old-space-size')
  ? []
  : ['--max-old-space-size=1024']

const children = new Set<ChildProcess>()
/** Children that this process has asked to stop. */
const asked = new WeakSet<ChildProcess>()
const env = withoutBlanks(process.env)
let building: ChildProcess | null = null
/** The embedded database, started or starting; null with DATABASE_URL. */
let embedded: Promise<Embedded> | null = null
let isStopping = false

// Handles these signals before it starts any other process, so that a stop at any moment leaves no process behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// A shell between npm and this process may die of a signal without forwarding it; the parent then changes.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, 300).unref()
process.on('uncaughtException', (error) => void fail(error))
// `npm start | head` closes the output. Later writes then fail, which must not stop the site.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  await start(readConfig())
} catch (error) {
  await fail(error)
}

async function start(config: Config): Promise<void> {
  await portIsFree(config)
  await buildSite()
  if (isStopping) return
  if (!config.databaseUrl) embedded = startEmbedded({ dataDir: config.dataDir })
  const databaseUrl = config.databaseUrl ?? (await embedded)?.url ?? ''
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const applied = await migrate(directUrl).catch((error) => {
    throw new Error(`the database cannot be used: ${plainReason(error)}`)
  })
  if (applied.length > 0) console.log(`Database migrated: ${applied.join(', ')}`)
  await fill(directUrl, config)
  if (isStopping) return
  Object.assign(env, { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir })
  // Imported here, because production lacks the simulators' packages.
  if (isDev) Object.assign(env, await (await import('./simulators.ts')).openSimulators(env, config))
  const apis = Array.from({ length: config.apiProcesses }, () => keepRunning('api'))
  const allReady = Promise.all([...apis, keepRunning('worker')])
  if (isDev) restartOnChange()
  if (embedded) void watchDatabase(config.dataDir)
  const patience = setTimeout(() => {
    if (!isStopping) console.error('start: not ready after a minute, still trying')
  }, 60_000)
  await allReady
  clearTimeout(patience)
  if (!isStopping) console.log(`Ready: ${config.siteUrl}`)
}

/** Throws ConfigError if the port is taken. Retries for 3 s, because a killed API may still be closing it. */
async function portIsFree({ host, port }: Config): Promise<void> {
  if (port === 0) throw new ConfigError('PORT must be a fixed number for npm start, not 0')
  for (let tries = 0; ; tries++) {
    const server = net.createServer().listen(port, host)
    try {
      await once(server, 'listening')
      server.close()
      return
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE')
        throw new ConfigError(`HOST and PORT: cannot listen on this address: ${plainReason(error)}`)
      if (tries === 15)
        throw new ConfigError(`PORT ${port} of ${host} is in use: free it or set another PORT`)
      await sleep(200)
    }
  }
}

/** Builds the site if there is no build, or if a file of `sources` is newer than the build. */
async function buildSite(): Promise<void> {
  const built = path.join(root, 'dist', 'server', 'server.js')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // If the build tools are not installed, as in production, this process uses the existing build.
  if (!existsSync(vite)) {
    if (existsSync(built)) return
    throw new Error('the site is not built and the build tools are not installed: run npm ci --include=dev')
  }
  const sources = ['src', 'vite.config.ts', 'package-lock.json']
  if (existsSync(built) && Math.max(...sources.map((one) => newest(path.join(root, one)))) < newest(built))
    return
  console.log('Building the site')
  building = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'pipe' })
  const { stdout, stderr } = building
  const said = Promise.all([stdout, stderr].map((stream) => (stream ? text(stream) : '')))
  const [code] = await once(building, 'close')
  building = null
  if (code !== 0) throw new Error(`the site could not be built:\n${(await said).join('')}`)
}

function newest(file: string): number {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  // A folder's time counts too: it changes when a file in it is deleted.
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))))
}

/** Loads the bundled data into an empty database, unless DEMO_DATA is 0, and creates a super admin if there is none. */
async function fill(url: string, config: Config): Promise<void> {
  const db = await connectDatabase(
    { url, directUrl: null, readUrl: null },
    { name: 'salento-start', connections: 2 },
  )
  try {
    await db.write.begin(async (turn) => {
      await turn`set local lock_timeout = 0`
      await turn`set local statement_timeout = 0`
      await turn`set local idle_in_transaction_session_timeout = 0`
      // Serializes starts that share one database.
      await turn`select pg_advisory_xact_lock(hashtext('salento-start'))`
      await fillInTurn(db, config)
    })
  } finally {
    await db.close()
  }
}

async function fillInTurn(db: Database, config: Config): Promise<void> {
  const [have] = await db.write<[{ places: boolean; admins: boolean }]>`
    select exists (select from locations) as places,
      exists (select from admin_users where role = 'superAdmin') as admins`
  if (config.demoData && !have.places) {
    const { locations, routes } = await seed(db.write)
    await seedTrips(db.write)
    console.log(`Bundled data loaded: ${locations} places, ${routes} routes`)
  } else await addBundledTranslations(db.write)
  if (have.admins) return
  // Imports here and not at the top: without sharp's binary, the import would end the program before it can
  // print a message.
  const { createContext } = await import('../src/modules/index.ts')
  await createFirstAdmin({ db, context: createContext(config) }, config.admin)
}

async function createFirstAdmin(runtime: Parameters<typeof run>[0], admin: Config['admin']): Promise<void> {
  const password = admin.password ?? randomBytes(16).toString('base64url')
  const user = { username: admin.username, password, role: 'superAdmin' }
  // Extends the deadline by a minute: no caller waits, and a slow machine needs long to hash the password.
  const askedAt = performance.now() + firstAdminMsMax
  try {
    await run(runtime, createAdminUser, user, { ...program('start'), askedAt })
  } catch (error) {
    throw error instanceof HttpError && error.status !== 503
      ? new ConfigError(`ADMIN_USERNAME, ADMIN_PASSWORD: ${error.message}`)
      : error
  }
  const shown = admin.password ? 'password as in ADMIN_PASSWORD' : `password ${password} (shown only now)`
  console.log(`First super admin: username ${admin.username}, ${shown}`)
}

/**
 * Starts a process, and restarts it whenever it exits. The pause grows with each early exit, up to 5 s. Ends this
 * program if the process was never ready in `triesMax` starts. Resolves when the process is ready for the first time.
 */
function keepRunning(name: 'api' | 'worker'): Promise<void> {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  let wasEverReady = false
  let deaths = 0
  const run = () => {
    const started = Date.now()
    let isReady = false
    const child = spawn(process.execPath, [...heapLimit, path.join(root, 'src', name, 'main.ts')], {
      cwd: root,
      env,
      // Through `ipc` the child reports that it is ready, and notices when this process ends. In its own process group
      // the child does not get Ctrl-C, so this process can stop the children in order.
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      detached: true,
      windowsHide: true,
    })
    children.add(child)
    let lastLines = ''
    child.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk)
      lastLines = (lastLines + chunk).slice(-quotedCharactersMax)
    })
    child.once('message', () => {
      isReady = wasEverReady = true
      resolve()
    })
    child.once('close', async (code, signal) => {
      children.delete(child)
      if (isStopping) return
      const wasAsked = asked.has(child)
      deaths = wasAsked || (isReady && Date.now() - started > longLifeMs) ? 0 : deaths + 1
      if (!wasEverReady && deaths === triesMax) {
        const reason = reasonIn(lastLines) ?? signal ?? `exit code ${code}`
        console.error(`start: ${name} exited ${triesMax} times without having been ready: ${reason}`)
        await stop(1)
        return
      }
      if (!wasAsked) console.error(`start: ${name} exited (${signal ?? code}), restarting it`)
      await sleep(Math.min(100 * 2 ** deaths, 5_000))
      if (!isStopping) run()
    })
  }
  run()
  return ready
}

/** Returns the error message: the last line that begins with a letter, apart from the line with the version of Node. */
function reasonIn(lines: string): string | undefined {
  return lines.split('\n').findLast((line) => /^[A-Za-z]/.test(line) && !line.startsWith('Node.js v'))
}

function restartChildren(): void {
  for (const child of children) {
    asked.add(child)
    // Windows has no signal that a process can handle, so the closed `ipc` channel asks the child to stop.
    if (process.platform !== 'win32') child.kill('SIGTERM')
    else if (child.connected) child.disconnect()
  }
}

function restartOnChange(): void {
  let timer: NodeJS.Timeout | undefined
  let busy = Promise.resolve()
  const renew = async () => {
    await buildSite().catch((error) => console.error(`start: ${messageOf(error)}`))
    restartChildren()
  }
  watch(path.join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      busy = busy.then(renew)
    }, 200)
  })
}

/** Restarts a database that exited. If its port changed, restarts the children too. */
async function watchDatabase(dataDir: string): Promise<void> {
  while (!isStopping) {
    await sleep(500)
    const database = await embedded
    if (isStopping || !database || (await database.isAlive()) || isStopping) continue
    console.error('start: the database stopped, restarting it')
    embedded = startEmbedded({ dataDir }).catch((error) => {
      console.error(`start: ${messageOf(error)}`)
      return database
    })
    const { url } = await embedded
    if (url === env.DATABASE_URL) continue
    env.DATABASE_URL = url
    restartChildren()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message.startsWith('the site could not be built')
    ? error.message
    : plainReason(error)
}

async function fail(error: unknown): Promise<void> {
  if (!isStopping) console.error(error instanceof ConfigError ? error.message : `start: ${messageOf(error)}`)
  await stop(1)
}

/** Stops the children before their database. Kills children that need more than 10 s. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  building?.kill()
  const ended = Promise.all([...children].map((child) => once(child, 'close')))
  restartChildren()
  await Promise.race([ended, sleep(stopMsMax)])
  for (const child of children) child.kill('SIGKILL')
  await embedded
    // If this program ends with an error, a database that it did not start keeps running.
    ?.then((database) => (code === 0 || database.isStartedHere ? database.stop() : undefined))
    .catch((error) => console.error(`start: ${plainReason(error)}`))
  process.exit(code)
}
