import './node24.cjs'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { backup, restore } from '../src/backup.ts'
import { ConfigError, readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db.ts'
import { startEmbedded } from '../src/embeddedPostgres.ts'
import { reasonOf } from '../src/log.ts'
import type { Caller, Handler } from '../src/message.ts'
import { migrate } from '../src/migrate.ts'
import { createAdminUser, handlers, listOutbox, replayFact } from '../src/modules/index.ts'
import { setProviders } from '../src/providers.ts'
import { Refused } from '../src/refused.ts'
import { type Power, run } from '../src/run.ts'
import { setSecretKey } from '../src/secret.ts'
import { setSite } from '../src/site.ts'
import { seed } from './seed.ts'

// The operators' command line. It runs the same messages as HTTP does, with the rights of a super admin.

/** What was typed cannot be carried out: exit code 2. */
class UsageError extends Error {}

const caller: Caller = {
  name: 'cli',
  address: null,
  admin: { id: 0, isSuperAdmin: true },
  idempotencyKey: null,
}

const program = new Command('npm run cli --')
  .description('Operate the transfer site: its database, its staff, its outbox, and every call it answers.')
  .option('--json', 'print JSON, errors too, for scripts')
  .showHelpAfterError('(add --help for usage)')
  .exitOverride()
  .addHelpText(
    'after',
    `
Uses DATABASE_URL, or else the embedded database of DATA_DIR, which is started when needed and stopped again.
Exit codes: 0 done, 1 failed, 2 wrong usage.

Examples:
  npm run cli -- admin create anna --super
  npm run cli -- db backup backup.gz
  npm run cli -- outbox list --failed
  npm run cli -- run "GET /api/routes/popular"
  npm run cli -- run "PUT /api/admin/site-settings" '{"isLive": false}'`,
  )

program
  .command('migrate')
  .description('bring the database up to date')
  .action(() =>
    withDatabase(async (_power, url) => {
      const applied = await migrate(url)
      print({ applied }, applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to do')
    }),
  )

program
  .command('seed')
  .description('load the bundled places and routes into an empty database')
  .action(() =>
    withDatabase(async ({ db }, url) => {
      await migrate(url)
      const counts = await seed(db.write)
      print(counts, `${counts.locations} places, ${counts.routes} routes`)
    }),
  )

program
  .command('admin')
  .description('staff accounts')
  .command('create')
  .argument('<username>', '3 to 50 characters')
  .option('--super', 'a super admin: may manage accounts and secrets')
  .option('--password-stdin', 'read the password from standard input; otherwise one is generated and printed')
  .description('create an account')
  .action((username: string, options: { super?: boolean; passwordStdin?: boolean }) =>
    withDatabase(async (power) => {
      const given = options.passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : null
      const password = given ?? randomBytes(12).toString('base64url')
      const user = { username, password, isSuperAdmin: options.super ?? false }
      const created = (await run(power, createAdminUser, user, caller)) as object
      const shown = given === null ? `, password ${password} (shown only now)` : ''
      print(given === null ? { ...created, password } : created, `Created ${username}${shown}`)
    }),
  )

const db = program.command('db').description('backup and restore')
db.command('backup')
  .argument('<file>', 'where to write it; must not exist')
  .description('write the whole database to one compressed file, from one snapshot, while the site runs')
  .addHelpText(
    'after',
    '\nKeep SECRET_KEY (or DATA_DIR/secret.key) with it: stored secrets open with that key only.',
  )
  .action((file: string) =>
    withDatabase(async ({ db }) => {
      if (existsSync(file)) throw new UsageError(`${file} exists: name a new file`)
      const part = `${file}.part`
      try {
        const summary = await backup(db.write, createWriteStream(part, { mode: 0o600 }))
        renameSync(part, file)
        print(summary, `${summary.rows} rows of ${summary.tables} tables written to ${file}`)
      } finally {
        rmSync(part, { force: true })
      }
    }),
  )
db.command('restore')
  .argument('<file>', 'what `db backup` wrote')
  .option('--yes', 'replace what the database holds')
  .description('bring a backup back, in one transaction: all of it or nothing')
  .action((file: string, options: { yes?: boolean }) =>
    withDatabase(async ({ db }, url) => {
      await migrate(url)
      const summary = await restore(db.write, createReadStream(file), { replace: options.yes ?? false })
      print(summary, `${summary.rows} rows of ${summary.tables} tables restored, as of ${summary.takenAt}`)
    }),
  )

const outbox = program.command('outbox').description('facts and what follows them')
outbox
  .command('list')
  .option('--failed', 'only facts with a failed effect')
  .option('--limit <n>', 'how many at most', wholeNumber, 20)
  .description('newest facts first, with the state of each effect')
  .action((options: { failed?: boolean; limit: number }) =>
    withDatabase(async (power) => {
      const asked = { onlyFailed: options.failed ?? false, limit: options.limit }
      const { items } = (await run(power, listOutbox, asked, caller)) as { items: Fact[] }
      print(items, items.map(factText).join('\n') || 'None')
    }),
  )
outbox
  .command('replay')
  .argument('<id>', 'a fact, from `outbox list`', wholeNumber)
  .description('run again what failed or has not happened yet; what is done stays done')
  .action((id: number) =>
    withDatabase(async (power) => {
      const reply = (await run(power, replayFact, { id }, caller)) as { replayed: number }
      print(reply, `${reply.replayed} effects queued`)
    }),
  )

program
  .command('run')
  .argument('<call>', 'a call of /api/openapi.json, such as "GET /api/routes/popular"')
  .argument('[input]', 'its input as JSON, or - to read it from standard input', '{}')
  .description('run any call with the rights of a super admin; prints its answer as JSON')
  .addHelpText(
    'after',
    `
Parameters of path, query and body stand together in the input:
  npm run cli -- run "POST /api/admin/outbox/:id/replay" '{"id": 7}'`,
  )
  .action(async (http: string, input: string) => {
    const handler = handlerOf(http)
    const value = parsed(input === '-' ? await text(process.stdin) : input)
    await withDatabase(async (power) => {
      const answer = await run(power, handler, value, caller)
      print(answer ?? null, JSON.stringify(answer ?? null, null, 2))
    })
  })

try {
  await program.parseAsync()
  process.exit(0)
} catch (error) {
  process.exit(failed(error))
}

/** Says what is wrong and answers the exit code. */
function failed(error: unknown): number {
  // Commander has spoken already; help that was asked for is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = messageOf(error)
  const errors = error instanceof Refused ? error.errors : []
  if (program.opts<{ json?: boolean }>().json) console.error(JSON.stringify({ error: message, errors }))
  else
    console.error([`error: ${message}`, ...errors.map((one) => `  ${one.path}: ${one.message}`)].join('\n'))
  return error instanceof UsageError ? 2 : 1
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message
  if (error instanceof Refused)
    return error.status === 503 ? 'the database does not answer in time; try again' : error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '42P01') return 'the database is not up to date: run `npm run cli -- migrate`'
  if (/^(ECONN|ENOTFOUND|CONNECT_TIMEOUT|28|3D)/.test(code))
    return `the database of DATABASE_URL cannot be used: ${reasonOf(error)}`
  return reasonOf(error)
}

async function withDatabase(work: (power: Power, url: string) => Promise<void>): Promise<void> {
  const config = readConfig()
  setSite(config)
  setProviders(config)
  setSecretKey(config.secretKey)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase(url, { name: 'salento-cli', connections: 2 })
  try {
    await work({ db: database, secretKey: config.secretKey }, url)
  } finally {
    await database.close()
    // A database that was running before stays running.
    if (embedded?.isStartedHere) await embedded.stop()
  }
}

interface Fact {
  id: number
  type: string
  occurredAt: string
  effects: { reaction: string; state: string; lastError: string | null }[]
}

function factText({ id, type, occurredAt, effects }: Fact): string {
  const lines = effects.map(
    ({ reaction, state, lastError }) =>
      `    ${state.padEnd(8)} ${reaction}${lastError ? `: ${lastError}` : ''}`,
  )
  return [`${id}  ${occurredAt}  ${type}`, ...lines].join('\n')
}

function handlerOf(http: string): Handler {
  const handler = handlers.find(({ message }) => message.http === http)
  if (handler) return handler
  const names = handlers.map(({ message }) => message.http)
  const [last = ''] = http.split('/').slice(-1)
  const near = names.filter((name) => last.length > 3 && name.includes(last.replace(/s$/, ''))).slice(0, 5)
  const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : '; see /api/openapi.json'
  throw new UsageError(`no call is named "${http}"${hint}`)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`the input is not JSON: ${reasonOf(error)}`)
  }
}

function print(value: unknown, line: string): void {
  console.log(program.opts<{ json?: boolean }>().json ? JSON.stringify(value) : line)
}

function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a whole number is needed')
  return Number(value)
}
