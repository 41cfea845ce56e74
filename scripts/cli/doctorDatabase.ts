import { setTimeout as timer } from 'node:timers/promises'
import { conditions } from '../../src/modules/operations/module.ts'
import { listenToChanges, noArrival } from '../../src/platform/changes.ts'
import type { Database, Sql } from '../../src/platform/db.ts'
import { pendingMigrations } from '../../src/platform/pendingMigrations.ts'
import { type Check, checkOf, fail, ok, warn } from './doctorCheck.ts'
import type { Session } from './session.ts'

/** PostgreSQL 15 as `server_version_num`. */
const versionMin = 150_000
const arriveMs = 2_000

/** Throws if the database does not answer. */
export async function databaseChecks(session: Session): Promise<Check[]> {
  const { runtime } = session
  const { read } = runtime.db
  const checks = [await versionCheck(read)]
  const pending = await pendingMigrations(read)
  if (pending.length > 0)
    return [...checks, fail('migrations', `missing: ${pending.join(', ')}`, 'Run: npm run cli -- migrate')]
  return [
    ...checks,
    ok('migrations', 'up to date'),
    await notificationCheck(runtime.db),
    ...(await standbyChecks(runtime.db.replica)),
    ...(await conditionChecks(session)),
  ]
}

async function versionCheck(read: Sql): Promise<Check> {
  const [{ version, number }] = await read<[{ version: string; number: number }]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`
  return number < versionMin
    ? fail('database', `PostgreSQL ${version}`, 'PostgreSQL 15 or newer is needed.')
    : ok('database', `PostgreSQL ${version}`)
}

/** Sends a notification as a trigger does, and waits for it as an API process does. */
async function notificationCheck(db: Database): Promise<Check> {
  const changes = await listenToChanges(db)
  try {
    return (await changes.arrive(arriveMs))
      ? ok('notifications', 'arrive')
      : fail('notifications', noArrival, 'Set DATABASE_DIRECT_URL and restart the processes.')
  } finally {
    await changes.stop()
  }
}

async function standbyChecks(replica: Sql | null): Promise<Check[]> {
  if (!replica) return []
  const remedy = 'Check DATABASE_READ_URL and the standby; until then the primary answers all reads.'
  const asked = replica<[{ isStandby: boolean; seconds: number }]>`
    select pg_is_in_recovery() as is_standby,
      coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds`
  const [row] = await Promise.race([asked, timer(arriveMs, [null], { ref: false })]).catch(() => [null])
  if (!row) return [warn('standby', 'DATABASE_READ_URL does not answer', remedy)]
  if (!row.isStandby) return [warn('standby', 'DATABASE_READ_URL leads to no standby', remedy)]
  return [ok('standby', `shows what was written until ${Math.round(row.seconds)} s ago`)]
}

/** Leaves out what only the memory of an API process shows, which its `/metrics` reports. */
async function conditionChecks({ runtime: { db, context } }: Session): Promise<Check[]> {
  const judged = await conditions(db.read, context, { sources: ['stored', 'outside'] })
  return judged.map(({ check, state, english, remedy }) => checkOf(check, state, english, remedy))
}
