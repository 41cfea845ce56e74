import type { Tools } from '../kernel/message.ts'
import { announceLists, judgePages } from '../modules/catalog/module.ts'
import { buildDueSitemap, drawSocialPictures, publishDueArticles } from '../modules/content/module.ts'
import { purges } from '../modules/index.ts'
import { keepProbing, queueLostChanges, queueLostMail, readReplies } from '../modules/integrations/module.ts'
import { announceOverdue } from '../modules/leads/module.ts'
import type { WorkerTask } from '../modules/operations/module.ts'
import { askForReviews, remindOfTrips } from '../modules/trips/module.ts'
import type { Sql } from '../platform/db.ts'

/** Scheduled tasks, run every minute in this order. Each must be idempotent. */
export const periodic: Record<WorkerTask, (tools: Tools) => Promise<unknown>> = {
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
  purgeOldLeads: ({ write }) => purges.purgeOldLeads(write),
  purgeOldTrips: ({ write }) => purges.purgeOldTrips(write),
  purgeOldSheets: ({ write }) => purges.purgeOldSheets(write),
  purgeOldTaps: ({ write }) => purges.purgeOldTaps(write),
  purgeOldMail: ({ write }) => purges.purgeOldMail(write),
  purgeOldSearches: ({ write }) => purges.purgeOldSearches(write),
  purgeNewsletter: ({ write }) => purges.purgeNewsletter(write),
  purgeOldReviews: ({ write }) => purges.purgeOldReviews(write),
  purgeMissedPages: ({ write }) => purges.purgeMissedPages(write),
  purgeUnusedPictures: ({ write }) => purges.purgeUnusedPictures(write),
  forgetGooglePositions: ({ write }) => purges.forgetGooglePositions(write),
  purgeSessions: ({ write }) => purges.purgeSessions(write),
  purgeRecords: ({ write }) => purges.purgeRecords(write),
  // These tasks are last, because they take seconds.
  readReplies,
  drawSocialPictures,
  buildSitemap: buildDueSitemap,
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
