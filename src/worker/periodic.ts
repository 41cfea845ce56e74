import { scheduledTask } from '../kernel/jobTask.ts'
import type { Tools } from '../kernel/message.ts'
import { endExpired, type Pace, type Retention } from '../kernel/retention.ts'
import { announceLists, judgePages } from '../modules/catalog/module.ts'
import { buildDueSitemap, drawSocialPictures, publishDueArticles } from '../modules/content/module.ts'
import { purges } from '../modules/index.ts'
import { keepProbing, queueLostChanges, queueLostMail, readReplies } from '../modules/integrations/module.ts'
import { announceOverdue } from '../modules/leads/module.ts'
import {
  isPurge,
  type PurgeTask,
  purgeTasks,
  queueOf,
  type WorkerTask,
} from '../modules/operations/module.ts'
import { askForReviews, remindOfTrips } from '../modules/trips/module.ts'
import type { Sql } from '../platform/db.ts'

/**
 * Scheduled tasks besides the purges. Each must be idempotent, also beside another run of the same task: a worker of the previous
 * release runs them too, one after the other.
 */
export const periodic: Record<Exclude<WorkerTask, PurgeTask>, (tools: Tools) => Promise<unknown>> = {
  publishDueArticles: ({ write }) => publishDueArticles(write),
  announceOverdue: ({ write, context }) => announceOverdue(write, context.clock.now()),
  remindOfTrips: ({ write, context }) => remindOfTrips(write, context.clock.now()),
  askForReviews: ({ write, context }) => askForReviews(write, context.clock.now()),
  announceLists,
  judgePages: ({ write }) => judgePages(write),
  queueLostWork: async ({ write, context }) => {
    await queueLostEvents(write)
    await queueLostChanges(write, context)
    await keepProbing(write)
    return queueLostMail(write)
  },
  readReplies,
  drawSocialPictures,
  buildSitemap: buildDueSitemap,
}

const rules: Record<PurgeTask, Retention[]> = purges

export const taskNames = [...(Object.keys(periodic) as (keyof typeof periodic)[]), ...purgeTasks]

export const isTask = (name: string): name is keyof typeof periodic => Object.hasOwn(periodic, name)

/** Seconds after which a run counts as stuck. */
const limitSeconds = 20
const longLimits: Partial<Record<WorkerTask, number>> = {
  judgePages: 60,
  readReplies: 120,
  drawSocialPictures: 120,
  buildSitemap: 300,
}
/** The budget of a purge ends long before. */
const purgeLimitSeconds = 60

export const limitOf = (name: WorkerTask) =>
  isPurge(name) ? purgeLimitSeconds : (longLimits[name] ?? limitSeconds)

/** Milliseconds after which a purge with a backlog leaves its turn to the others, and queues itself again. */
const turnMs = 10_000

export const endExpiredOf = (write: Sql, name: PurgeTask, pace: Omit<Pace, 'budgetMs'> = {}) =>
  endExpired(write, rules[name], { budgetMs: turnMs, ...pace })

/** Queues a run of each task, `isPaced` unless staff asked for it. A run that still waits keeps its place. */
export async function queueTasks(write: Sql, names: WorkerTask[] = taskNames, isPaced = true): Promise<void> {
  const key = isPaced ? 'periodic:' : 'asked:'
  await write`
    select count(*) from graphile_worker.add_jobs(array(
      select row(task, json_build_object('name', name, 'isPaced', ${isPaced}::boolean), queue, null, null, ${key} || name,
        null, null)::graphile_worker.job_spec
      from unnest(${names}::text[], ${names.map(scheduledTask)}::text[], ${names.map(queueOf)}::text[])
        as run (name, task, queue)), true)`
}

async function queueLostEvents(write: Sql): Promise<void> {
  // Nobody needs a worker that knows the command of a job that staff have cancelled.
  await write`
    with ended as (
      update effects set state = 'done', changed_at = now()
      from outbox join jobs on jobs.id = (payload ->> 'jobId')::bigint
      where outbox.id = outbox_id and state = 'planned' and effects.task ~ '@[0-9]+:'
        and jobs.status in ('completed', 'failed', 'cancelled')
      returning outbox_id || ':' || reaction as key
    )
    select graphile_worker.remove_job(key) from ended`
  await write`
    select graphile_worker.add_job(coalesce(task, 'dispatch'), json_build_object('eventId', id), job_key := key)
    from (select id, task, 'dispatch:' || id as key from outbox
      where dispatched_at is null and occurred_at < now() - interval '1 minute' order by id limit 1000) as event
    where not exists (select from graphile_worker.jobs where jobs.key = event.key and attempts < max_attempts)`
  await write`
    select graphile_worker.add_job(coalesce(task, 'react'),
      json_build_object('eventId', outbox_id, 'reaction', reaction), job_key := key)
    from (select outbox_id, reaction, task, outbox_id || ':' || reaction as key from effects
      where state = 'planned' and changed_at < now() - interval '1 minute'
      order by outbox_id, reaction limit 1000) as effect
    where not exists (select from graphile_worker.jobs where jobs.key = effect.key and attempts < max_attempts)`
}
