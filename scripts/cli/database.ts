import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { backup, readHeader, restore } from '../../src/platform/backup.ts'
import type { Progress } from '../../src/platform/dataMigration.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { pendingMigrations } from '../../src/platform/pendingMigrations.ts'
import { addBundledTranslations, seed, seedTrips } from '../seed.ts'
import { print, printProgress, readInput, terminal, UsageError } from './output.ts'
import { withSession } from './session.ts'

/** Returns a function that prints how far a data migration is, at most once a second. */
function printMoved(): (progress: Progress) => void {
  let printedAt = 0
  return ({ name, done, total, noun }) => {
    const isEnd = done >= total
    if (total === 0 || (!isEnd && Date.now() - printedAt < 1_000)) return
    printedAt = Date.now()
    printProgress(`${name}: ${done} of ${total} ${noun}`)
  }
}

export function addDatabaseCommands(program: Command): void {
  program
    .command('migrate')
    .option('--dry-run', 'only list the missing migrations')
    .description('apply missing migrations')
    .action((options: { dryRun?: boolean }) =>
      withSession(async ({ runtime, url }) => {
        if (options.dryRun) {
          const pending = await pendingMigrations(runtime.db.read)
          print({ pending }, pending.length > 0 ? `Would apply: ${pending.join(', ')}` : 'Nothing to do')
          return
        }
        const applied = await migrate(url, { report: printMoved() })
        await addBundledTranslations(runtime.db.write)
        print({ applied }, applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to do')
      }),
    )

  program
    .command('seed')
    .description('load the bundled places and routes into an empty database')
    .action(() =>
      withSession(async ({ runtime, url }) => {
        await migrate(url)
        const counts = await seed(runtime.db.write)
        await seedTrips(runtime.db.write)
        print(counts, `${counts.locations} places, ${counts.routes} routes`)
      }),
    )

  const db = program.command('db').description('backup and restore')
  db.command('backup')
    .argument('<file>', 'new file, or - for standard output')
    .description('write the whole database to one compressed file, from one snapshot, while the site runs')
    .addHelpText(
      'after',
      '\nKeep SECRET_KEY (or DATA_DIR/secret.key) too: only this key decrypts the stored secrets.',
    )
    .action((file: string) =>
      withSession(async ({ runtime }) => {
        if (file === '-') {
          const { rows, tables } = await backup(runtime.db.write, terminal.stdout)
          printProgress(`${rows} rows of ${tables} tables written`)
          return
        }
        if (existsSync(file)) throw new UsageError(`${file} exists already: name a new file`)
        const part = `${file}.part`
        try {
          const summary = await backup(runtime.db.write, createWriteStream(part, { mode: 0o600 }))
          renameSync(part, file)
          print(summary, `${summary.rows} rows of ${summary.tables} tables written to ${file}`)
        } finally {
          rmSync(part, { force: true })
        }
      }),
    )
  db.command('restore')
    .argument('<file>', 'file written by `db backup`, or - for standard input')
    .option('--yes', 'replace the content of the database')
    .description('restore a backup in one transaction: all or nothing; an older one into an empty database')
    .action((file: string, options: { yes?: boolean }) =>
      withSession(async ({ runtime, url }) => {
        const content = file === '-' ? await readInput(file) : null
        const opened = () => (content ? Readable.from([content]) : createReadStream(file))
        const { migrations } = await readHeader(opened())
        // A backup fits only the tables of its migrations, so the others run after the restore.
        await migrate(url, { only: migrations })
        const summary = await restore(runtime.db.write, opened(), {
          replace: options.yes ?? false,
        })
        await migrate(url)
        print(summary, `${summary.rows} rows of ${summary.tables} tables restored, as of ${summary.takenAt}`)
      }),
    )
}
