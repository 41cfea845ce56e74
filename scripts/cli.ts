import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Command, InvalidArgumentError } from 'commander'
import { backup, restore } from '../src/backup.ts'
import { ConfigError, readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db.ts'
import { startEmbedded } from '../src/embeddedPostgres.ts'
import { reasonOf } from '../src/log.ts'
import type { Caller } from '../src/message.ts'
import { migrate } from '../src/migrate.ts'
import { createAdminUser, handlers, listOutbox, replayFact } from '../src/modules/index.ts'
import { Refused } from '../src/refused.ts'
import { type Power, run } from '../src/run.ts'
import { setSiteOrigin } from '../src/site.ts'
import { seed } from './seed.ts'

// The operators' command line. It runs the same messages as HTTP does, with the rights of a super admin.

const caller: Caller = {
  name: 'cli',
  address: null,
  admin: { id: 0, isSuperAdmin: true },
  idempotencyKey: null,
}

const program = new Command('npm run cli --')
  .description('Operate the transfer site: its database, its staff, its outbox, and every call it answers.')
  .option('--json', 'print JSON, for scripts')
  .showHelpAfterError('(add --help for usage)')
  .exitOverride()
  .addHelpText(
    'after',
    `
Uses DATABASE_URL, or else the embedded database of DATA_DIR, which is started when needed.
Exit codes: 0 done, 1 failed, 2 wrong usage.

Examples:
  npm run cli -- admin create anna --super
  npm run cli -- db backup backup.gz
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
      const given = options.passwordStdin ? (await text(process.stdin)).trim() : null
      const password = given ?? randomBytes(12).toString('base64url')
      const user = { username, password, isSuperAdmin: options.super ?? false }
      const created = (await run(power, createAdminUser, user, caller)) as object
      print(
        given ? created : { ...created, password },
        given ? `Created ${username}` : `Created ${username}, password ${password}`,
      )
    }),
  )

const db = program.command('db').description('backup and restore')
db.command('backup')
  .argument('<file>', 'where to write it')
  .description('write the whole database to one compressed file, from one snapshot')
  .action((file: string) =>
    withDatabase(async (power) => {
      const summary = await backup(power.db.write, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      print(summary, `${summary.rows} rows of ${summary.tables} tables written to ${file}`)
    }),
  )
db.command('restore')
  .argument('<file>', 'what `db backup` wrote')
  .option('--yes', 'replace what the database holds')
  .description('bring a backup back, in one transaction')
  .action((file: string, options: { yes?: boolean }) =>
    withDatabase(async (power, url) => {
      await migrate(url)
      const summary = await restore(power.db.write, () => createReadStream(file), {
        replace: options.yes ?? false,
      })
      print(summary, `${summary.rows} rows of ${summary.tables} tables restored`)
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
      const page = (await run(
        power,
        listOutbox,
        { onlyFailed: options.failed ?? false, limit: options.limit },
        caller,
      )) as {
        items: {
          id: number
          type: string
          occurredAt: string
          effects: { reaction: string; state: string; lastError: string | null }[]
        }[]
      }
      const lines = page.items.flatMap(({ id, type, occurredAt, effects }) => [
        `${id}  ${occurredAt}  ${type}`,
        ...effects.map(
          ({ reaction, state, lastError }) =>
            `    ${state.padEnd(8)} ${reaction}${lastError ? `: ${lastError}` : ''}`,
        ),
      ])
      print(page.items, lines.join('\n') || 'None')
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
  .description('run any call with the rights of a super admin')
  .action((http: string, input: string) =>
    withDatabase(async (power) => {
      const handler = handlers.find(({ message }) => message.http === http)
      if (!handler) throw new Error(`no call is named "${http}"; path parameters are written as :id`)
      const value = JSON.parse(input === '-' ? await text(process.stdin) : input)
      console.log(JSON.stringify(await run(power, handler, value, caller), null, 2))
    }),
  )

try {
  await program.parseAsync()
  process.exit(0)
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('commander.')) process.exit(/help|version/.test(code) ? 0 : 2)
  console.error(`error: ${error instanceof ConfigError ? error.message : reasonOf(error)}`)
  if (error instanceof Refused) for (const one of error.errors) console.error(`  ${one.path}: ${one.message}`)
  process.exit(1)
}

async function withDatabase(work: (power: Power, url: string) => Promise<void>): Promise<void> {
  const config = readConfig()
  setSiteOrigin(config.siteUrl)
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

function print(value: object, line: string): void {
  console.log(program.opts<{ json?: boolean }>().json ? JSON.stringify(value) : line)
}

function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a whole number is needed')
  return Number(value)
}
