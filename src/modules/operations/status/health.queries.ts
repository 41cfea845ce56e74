import { firstTasks } from '../../../kernel/jobTask.ts'
import { silentSeconds, type WorkerQueue, workerQueues } from '../../../kernel/workers.ts'
import type { Sql } from '../../../platform/db.ts'

/** Minutes after which a mail that failed at least once counts as stuck. */
export const stuckMailMinutes = 5
/** Days for which a mail that failed permanently, or a long job that failed, asks for a person. */
export const refusedMailDays = 30
export const failedJobDays = 7

export interface Health {
  mail: {
    isConfigured: boolean
    /** Mails that wait for their first attempt, a retry or a configuration. */
    queued: number
    /** Mails that failed permanently in the last days (`refusedMailDays`). */
    failed: number
    lastSentAt: Date | null
    /** Null if the provider accepts the active configuration. */
    refusedAt: Date | null
    refusal: string | null
    /** Mails that are stuck (`stuckMailMinutes`); `stuckReason` is the latest reason. */
    stuck: number
    stuckReason: string | null
    held: number
  }
  events: {
    /** Effects that failed permanently. */
    failed: number
    oldestUndispatchedAt: Date | null
    /** Seconds since `oldestUndispatchedAt`, as the database counts them; 0 if no event waits. */
    oldestWaitSeconds: number
    /** Effects that are pending or will be retried. */
    unfinished: number
    undispatched: number
  }
  workers: {
    alive: number
    lastSeenAt: Date | null
    /** Queues without a living worker. */
    unserved: WorkerQueue[]
  }
  unread: {
    /** Jobs that no living worker has taken for two minutes because none knows their task, and the tasks. */
    waiting: number
    tasks: string[]
    /** Jobs whose payload does not match its schema, and the latest reason. */
    unfit: number
    reason: string | null
  }
  jobs: { running: number; failed: number }
  /** Tasks whose last run failed, or has not ended in time. */
  periodic: { failing: FailingTask[] }
}

interface FailingTask {
  name: string
  since: Date
  /** Null if the run has not ended. */
  reason: string | null
}

/** Reads the state without a cache, because an outdated report is worse than none. */
export async function readHealth(read: Sql): Promise<Health> {
  const [[mail], [events], [unread], [{ served, ...workers }], [jobs], failing] = await Promise.all([
    read<[Health['mail']]>`
      select exists (select from email_configurations where is_active) as is_configured,
        count(*) filter (where state in ('planned', 'sending', 'notConfigured')) as queued,
        count(*) filter (where ${isRefusedMail(read)}) as failed,
        (select max(sent_at) from email_messages) as last_sent_at,
        (select refused_at from email_configurations where is_active) as refused_at,
        (select refusal from email_configurations where is_active) as refusal,
        count(*) filter (where ${isStuck(read)}) as stuck,
        (array_agg(last_error order by updated_at desc) filter (where ${isStuck(read)}))[1] as stuck_reason,
        count(*) filter (where state = 'held') as held
      from email_messages where state in ('planned', 'sending', 'notConfigured', 'failed', 'held')`,
    read<[Health['events']]>`
      select (select count(*) from effects where ${isFailedEffect(read)}) as failed,
        (select count(*) from effects where state = 'planned') as unfinished,
        undispatched, oldest_undispatched_at,
        coalesce(greatest(extract(epoch from now() - oldest_undispatched_at), 0), 0)::float8 as oldest_wait_seconds
      from (
        select count(*) as undispatched, min(occurred_at) as oldest_undispatched_at from outbox
        where dispatched_at is null and (task = any(${livingTasks(read)})) is not false) as waiting`,
    readUnread(read),
    read<[Omit<Health['workers'], 'unserved'> & { served: string[] }]>`
      select count(distinct (host, pid)) filter (where is_alive) as alive, max(seen_at) as last_seen_at,
        coalesce(array_agg(distinct coalesce(queue, 'all')) filter (where is_alive), '{}') as served
      from (select host, pid, queue, seen_at, seen_at > now() - make_interval(secs => ${silentSeconds}) as is_alive
        from workers) as worker`,
    read<[Health['jobs']]>`
      select count(*) filter (where status in ('queued', 'running')) as running,
        count(*) filter (where ${isFailedJob(read)}) as failed
      from jobs`,
    read<FailingTask[]>`
      select name, coalesce(failing_since, started_at) as since, last_error as reason
      from periodic_runs where ${isFailingTask(read)} order by name`,
  ])
  // A worker of an earlier version serves all queues and stores no queue. The query returns `all` for such a worker.
  const unserved = served.includes('all') ? [] : workerQueues.filter((queue) => !served.includes(queue))
  return { mail, events, unread, workers: { ...workers, unserved }, jobs, periodic: { failing } }
}

/** Seconds for which a job without a worker that knows it may wait, such as during an update. */
const unreadSecondsMax = 120

function readUnread(read: Sql): Promise<[Health['unread']]> {
  return read<[Health['unread']]>`
    with found as (
      select task_identifier as task, last_error, updated_at, last_error like 'payload: %' as is_unfit,
        locked_at is null and run_at < now() - make_interval(secs => ${unreadSecondsMax})
          and not task_identifier = any(${livingTasks(read)}) as is_unread
      from graphile_worker.jobs
    )
    select count(*) filter (where is_unread) as waiting,
      coalesce(array_agg(distinct task) filter (where is_unread), '{}') as tasks,
      count(*) filter (where is_unfit) as unfit,
      (array_agg(task || ': ' || last_error order by updated_at desc) filter (where is_unfit))[1] as reason
    from found`
}

/** Tasks that a living worker knows; null if none lives. */
const livingTasks = (read: Sql) => read`(
  select array_agg(distinct task) from workers, unnest(coalesce(tasks, ${firstTasks})) as task
  where seen_at > now() - make_interval(secs => ${silentSeconds}))::text[]`

/** Returns whether an event waits for its dispatch or an effect for its first attempt. */
export async function hasUntriedEffects(read: Sql): Promise<boolean> {
  const [row] = await read<[{ isUntried: boolean }]>`
    select exists (select from outbox where dispatched_at is null)
      or exists (select from effects where state = 'planned' and attempts = 0) as is_untried`
  return row.isUntried
}

function isStuck(read: Sql) {
  return read`
    state = 'planned' and attempts > 0 and created_at < now() - make_interval(mins => ${stuckMailMinutes})`
}

/** These conditions of rows are those of the lists of failures, too. */
export const isRefusedMail = (read: Sql) =>
  read`state = 'failed' and updated_at > now() - make_interval(days => ${refusedMailDays})`
export const isFailedEffect = (read: Sql) => read`state = 'failed' and dropped_at is null`
export const isFailedJob = (read: Sql) =>
  read`status = 'failed' and dropped_at is null and updated_at > now() - make_interval(days => ${failedJobDays})`
export const isFailingTask = (read: Sql) => read`(last_error is not null or runs_until < now())`
