import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import type { Command } from 'commander'
import { backup, readHeader, restore } from '../../src/platform/backup.ts'
import { migrate, pendingMigrations } from '../../src/platform/migrate.ts'
import { addBundledTranslations, seed, seedTrips } from '../seed.ts'
import { print, UsageError } from './output.ts'
import { withSession } from './session.ts'

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
        const applied = await migrate(url)
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
    .argument('<file>', 'file to write; must not exist')
    .description('write the whole database to one compressed file, from one snapshot, while the site runs')
    .addHelpText(
      'after',
      '\nKeep SECRET_KEY (or DATA_DIR/secret.key) with it: stored secrets open with that key only.',
    )
    .action((file: string) =>
      withSession(async ({ runtime }) => {
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
    .argument('<file>', 'file written by `db backup`')
    .option('--yes', 'replace the content of the database')
    .description('restore a backup in one transaction: all or nothing; an older one into an empty database')
    .action((file: string, options: { yes?: boolean }) =>
      withSession(async ({ runtime, url }) => {
        const { migrations } = await readHeader(createReadStream(file))
        const pending = await pendingMigrations(runtime.db.read)
        // A backup fits only the tables of its time, so later migrations run afterwards.
        await migrate(url, { count: pending.filter((name) => name <= (migrations.at(-1) ?? '')).length })
        const summary = await restore(runtime.db.write, createReadStream(file), {
          replace: options.yes ?? false,
        })
        await migrate(url)
        print(summary, `${summary.rows} rows of ${summary.tables} tables restored, as of ${summary.takenAt}`)
      }),
    )
}
