import { setTimeout as timer } from 'node:timers/promises'
import { ListEmailMessages } from '../../src/modules/integrations/mail/contract.ts'
import { failedPurges } from '../../src/modules/integrations/module.ts'
import { readHealth } from '../../src/modules/operations/module.ts'
import { listenToChanges, noArrival } from '../../src/platform/changes.ts'
import type { Database, Sql } from '../../src/platform/db.ts'
import { countEncrypted } from '../../src/platform/encryptedColumns.ts'
import { pendingMigrations } from '../../src/platform/pendingMigrations.ts'
import type { Secrets } from '../../src/platform/secret.ts'
import { type Check, fail, ok, warn } from './doctorCheck.ts'
import type { Session } from './session.ts'

/** PostgreSQL 15 as `server_version_num`. */
const versionMin = 150_000
const skewWarnMs = 2_000
const skewFailMs = 30_000
const lagFailMs = 60_000
const arriveMs = 2_000

/** Throws if the database does not answer. */
export async function databaseChecks({ runtime, call }: Session): Promise<Check[]> {
  const { read } = runtime.db
  const checks = await serverChecks(read)
  const pending = await pendingMigrations(read)
  if (pending.length > 0)
    return [...checks, fail('migrations', `missing: ${pending.join(', ')}`, 'Run: npm run cli -- migrate')]
  return [
    ...checks,
    ok('migrations', 'up to date'),
    await notificationCheck(runtime.db),
    ...(await archiveChecks(read)),
    ...(await standbyChecks(runtime.db.replica)),
    ...(await workChecks(read)),
    await lastMailCheck(call),
    ...(runtime.context.edgePurgeUrl ? [await edgeCheck(read)] : []),
    await secretCheck(read, runtime.context.secrets),
  ]
}

async function serverChecks(read: Sql): Promise<Check[]> {
  const asked = Date.now()
  const [{ version, number, at }] = await read<[{ version: string; number: number; at: Date }]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      clock_timestamp() as at`
  const answered = Date.now()
  // If the database's time is between question and answer, the two clocks may agree, so the difference counts as 0.
  const skew = Math.max(0, asked - at.getTime(), at.getTime() - answered)
  const text = `${(skew / 1000).toFixed(1)} s between this machine and the database`
  const remedy = 'Synchronise both clocks with NTP: sessions, codes and scheduled publishing depend on them.'
  return [
    number < versionMin
      ? fail('database', `PostgreSQL ${version}`, 'PostgreSQL 15 or newer is needed.')
      : ok('database', `PostgreSQL ${version}`),
    skew > skewFailMs
      ? fail('clock', text, remedy)
      : skew > skewWarnMs
        ? warn('clock', text, remedy)
        : ok('clock', text),
  ]
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

/** PostgreSQL keeps files that it cannot archive, which may fill its disk. Returns no check if the archive is off. */
async function archiveChecks(read: Sql): Promise<Check[]> {
  const [row] = await read<[{ isFailing: boolean; since: Date | null }?]>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing,
      last_archived_time as since
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`
  if (!row) return []
  if (!row.isFailing) return [ok('archive', row.since ? `stored until ${row.since.toISOString()}` : 'on')]
  return [
    fail(
      'archive',
      row.since ? `nothing was archived since ${row.since.toISOString()}` : 'nothing was archived yet',
      'Read the log of PostgreSQL, and let its account write the folder of archive_command.',
    ),
  ]
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

async function workChecks(read: Sql): Promise<Check[]> {
  const { mail, events, workers, jobs } = await readHealth(read)
  const lagMs = events.oldestUndispatchedAt ? Date.now() - events.oldestUndispatchedAt.getTime() : 0
  return [
    workers.alive > 0
      ? workers.unserved.length > 0
        ? fail('worker', `none for ${workers.unserved.join(', ')}`, 'Start one with WORKER_QUEUES=all.')
        : ok('worker', `${workers.alive} running`)
      : fail(
          'worker',
          workers.lastSeenAt ? `none; the last was seen ${workers.lastSeenAt.toISOString()}` : 'none',
          'Start one (npm run worker, or npm start): mails, publishing and jobs wait.',
        ),
    lagMs > lagFailMs
      ? fail('queue', `the oldest event has waited for ${Math.round(lagMs / 1000)} s`, 'Check the worker.')
      : ok('queue', `${events.unfinished} effects in progress`),
    events.failed > 0
      ? warn(
          'effects',
          `${events.failed} failed permanently`,
          'See: npm run cli -- outbox list --failed; then: outbox replay <id>',
        )
      : ok('effects', 'none failed'),
    jobs.failed > 0
      ? warn('jobs', `${jobs.failed} failed in the last 7 days`, 'See: npm run cli -- jobs list')
      : ok('jobs', `${jobs.running} running`),
    !mail.isConfigured
      ? (mail.queued > 0 ? fail : warn)(
          'mail',
          `no configuration is active, ${mail.queued} mails wait`,
          'Activate one in the panel, under Brevo Email: waiting mails are then sent.',
        )
      : mail.refusal !== null
        ? fail(
            'mail',
            `refused by the provider since ${mail.refusedAt?.toISOString()}, ${mail.queued} mails wait: ${mail.refusal}`,
            'Correct the configuration in the panel, under Brevo Email: saving it sends the waiting mails.',
          )
        : mail.stuck > 0
          ? warn(
              'mail',
              `${mail.stuck} not accepted for more than 5 minutes: ${mail.stuckReason}`,
              'See the panel, under Email Inviate; the worker retries them.',
            )
          : mail.failed > 0
            ? warn(
                'mail',
                `${mail.failed} refused in the last 30 days`,
                'Read why in the panel, under Email Inviate.',
              )
            : ok('mail', `configured, ${mail.queued} waiting`),
  ]
}

async function lastMailCheck(call: Session['call']): Promise<Check> {
  const asked = { limit: 1, sort: '-createdAt' }
  const { items } = await call(ListEmailMessages, asked)
  const [last] = items
  if (!last) return ok('last mail', 'none yet')
  const text = `${last.state}, of ${last.createdAt}`
  return last.state === 'failed'
    ? warn('last mail', text, 'Read why in the panel, under Email Inviate.')
    : ok('last mail', text)
}

async function edgeCheck(read: Sql): Promise<Check> {
  const { count, reason } = await failedPurges(read)
  return count > 0
    ? warn('edge cache', `${count} purges failed: ${reason}`, 'Check EDGE_PURGE_URL and the service.')
    : ok('edge cache', 'purged after each change')
}

async function secretCheck(read: Sql, secrets: Secrets): Promise<Check> {
  const { current, older, unreadable } = await countEncrypted(read, secrets)
  if (unreadable.length > 0)
    return fail(
      'secrets',
      `${unreadable.length} cannot be decrypted with any known key`,
      'Put the earlier SECRET_KEY into SECRET_KEY_PREVIOUS, or enter the secrets again.',
    )
  if (older > 0)
    return warn('secrets', `${older} are encrypted with an earlier key`, 'Run: npm run cli -- keys rotate')
  return ok('secrets', `${current}, all readable`)
}
