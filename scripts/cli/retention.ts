import type { Command } from 'commander'
import { audit } from '../../src/kernel/audit.ts'
import { endExpired, type Retention } from '../../src/kernel/retention.ts'
import { purges } from '../../src/modules/index.ts'
import { retentionRun } from '../../src/modules/operations/audit/commandLine.contract.ts'
import type { Sql, Tx } from '../../src/platform/db.ts'
import { printOutcome } from './output.ts'
import { caller, type Session, withSession } from './session.ts'

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
        const deleted = yes ? await deleteExpired(session) : await rehearse(session)
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

/** Deletes in batches of their own transactions, until none is left. Returns the deleted rows by table. */
async function deleteExpired({ runtime, inOneTransaction }: Session): Promise<Record<string, number>> {
  const counts = new Map<string, number>()
  const batch = async (tx: Tx) => {
    for (const [table, rows] of await deletedSoFar(tx)) counts.set(table, (counts.get(table) ?? 0) + rows)
    // PostgreSQL otherwise adds the counts of the connection's next transactions to these.
    await tx`select pg_stat_force_next_flush()`
  }
  // A failing rule leaves the batches of the others deleted.
  await endAll(runtime.db.write, batch).finally(async () => {
    const value = Object.fromEntries(counts)
    if (counts.size > 0)
      await inOneTransaction(async (_, tx) => {
        await audit(tx, caller, retentionRun, 'retention', null, value)
        return { isKept: true, value }
      })
  })
  return Object.fromEntries(counts)
}

/** Deletes in one transaction, which is rolled back. */
const rehearse = ({ inOneTransaction }: Session) =>
  inOneTransaction(async ({ runtime: { db } }, tx) => {
    await endAll(db.write)
    return { isKept: false, value: Object.fromEntries(await deletedSoFar(tx)) }
  })

const endAll = (write: Sql, inBatch?: (tx: Tx) => Promise<void>) =>
  endExpired(write, Object.values<Retention[]>(purges).flat(), {
    budgetMs: Number.POSITIVE_INFINITY,
    isAsked: true,
    inBatch,
  })

/** Returns how many rows this transaction has deleted so far, by table. */
async function deletedSoFar(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ table: string; deleted: number }[]>`
    select relname as table, n_tup_del as deleted from pg_stat_xact_user_tables
    where schemaname = 'public' and n_tup_del > 0 and relname <> 'retention_states'`
  return new Map(rows.map(({ table, deleted }) => [table, deleted]))
}
