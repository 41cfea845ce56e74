import type { Command } from 'commander'
import { audit } from '../../src/kernel/audit.ts'
import { purges } from '../../src/modules/index.ts'
import { retentionRun } from '../../src/modules/operations/audit/commandLine.contract.ts'
import type { Sql } from '../../src/platform/db.ts'
import { printOutcome } from './output.ts'
import { caller, withSession } from './session.ts'

export function addRetentionCommands(program: Command): void {
  program
    .command('retention')
    .description('delete data past their retention period')
    .command('run')
    .option('--yes', 'apply')
    .description(
      'delete data past the retention periods of the privacy notice, as a worker does every minute',
    )
    .action(({ yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const deleted = await session.inOneTransaction(async ({ runtime: { db } }, tx) => {
          const before = await deletedSoFar(db.write)
          for (const purge of Object.values(purges)) await purge(db.write)
          const after = await deletedSoFar(db.write)
          const counts = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
          const value = Object.fromEntries(counts.filter(([, rows]) => rows > 0))
          if (Object.keys(value).length > 0) await audit(tx, caller, retentionRun, 'retention', null, value)
          return { isKept: yes, value }
        })
        const lines = Object.entries(deleted).map(([table, rows]) => `  ${table}: ${rows}`)
        const head = yes ? 'Deleted:' : 'Would be deleted:'
        printOutcome(
          { deleted },
          yes,
          lines.length > 0 ? [head, ...lines].join('\n') : 'Nothing is past its time',
        )
      }),
    )
}

/** Returns how many rows this transaction has deleted so far, by table. */
async function deletedSoFar(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql<{ table: string; deleted: number }[]>`
    select relname as table, n_tup_del as deleted from pg_stat_xact_user_tables where schemaname = 'public'`
  return new Map(rows.map(({ table, deleted }) => [table, deleted]))
}
