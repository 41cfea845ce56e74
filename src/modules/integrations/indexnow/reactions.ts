import type { Static } from '@sinclair/typebox'
import type { Context } from '../../../kernel/context.ts'
import { handle, on, type ReactionTools } from '../../../kernel/message.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeChanged } from '../../catalog/places/contract.ts'
import { placePathOf } from '../../catalog/places/queries.ts'
import { dayPricesChanged } from '../../catalog/priceLists/contract.ts'
import {
  pagesLetIn,
  pricesChanged,
  routeActivated,
  routeCreated,
  routeDeactivated,
  routeDeleted,
  routeMoved,
  routeUpdated,
} from '../../catalog/routes/contract.ts'
import { routePathOf, routePathsOfIds } from '../../catalog/search/queries.ts'
import { postDeleted, postPublished, postUnpublished, postUpdated } from '../../content/blog/contract.ts'
import { redirectChanged } from '../../content/redirects/contract.ts'
import { translationChanged } from '../../content/translations/contract.ts'
import { siteModeChanged } from '../../settings/site/contract.ts'
import { RetryIndexNow } from './contract.ts'
import { whyNotSubmitted } from './post.ts'

// Maps events to the URLs that they changed. Changes of ten seconds are submitted together (send.ts), so a bulk run
// causes one submission. `indexnow_changes` has a row for each event and URL.

const gatherSeconds = 10

interface Change {
  path: string
  isRemoved?: boolean
}

const ofRoutes = async ({ read }: ReactionTools, routeIds: number[], isRemoved = false): Promise<Change[]> =>
  (await routePathsOfIds(read, routeIds)).map((path) => ({ path, isRemoved }))

const ofPost = (
  { slug, previousSlug }: { slug: string; previousSlug?: string },
  isRemoved = false,
): Change[] => [
  { path: `/blog/${slug}/`, isRemoved },
  ...(previousSlug ? [{ path: `/blog/${previousSlug}/`, isRemoved: true }] : []),
]

export const submitRouteCreated = on(
  'integrations:submitRouteCreated',
  routeCreated,
  async ({ routeId }, tools) => plan(tools, await ofRoutes(tools, [routeId])),
)
export const submitRouteUpdated = on(
  'integrations:submitRouteUpdated',
  routeUpdated,
  async ({ routeId }, tools) => plan(tools, await ofRoutes(tools, [routeId])),
)
export const submitRouteActivated = on(
  'integrations:submitRouteActivated',
  routeActivated,
  async ({ routeId }, tools) => plan(tools, await ofRoutes(tools, [routeId])),
)
export const submitRouteDeactivated = on(
  'integrations:submitRouteDeactivated',
  routeDeactivated,
  async ({ routeId }, tools) => plan(tools, await ofRoutes(tools, [routeId], true)),
)
export const submitRouteDeleted = on('integrations:submitRouteDeleted', routeDeleted, ({ slug }, tools) =>
  plan(tools, [{ path: routePathOf(slug), isRemoved: true }]),
)
export const submitRouteMoved = on(
  'integrations:submitRouteMoved',
  routeMoved,
  ({ fromSlug, toSlug }, tools) =>
    plan(tools, [{ path: routePathOf(fromSlug), isRemoved: true }, { path: routePathOf(toSlug) }]),
)
export const submitPricesChanged = on(
  'integrations:submitPricesChanged',
  pricesChanged,
  async ({ routeIds }, tools) => plan(tools, await ofRoutes(tools, routeIds)),
)
export const submitDayPrices = on(
  'integrations:submitDayPrices',
  dayPricesChanged,
  async ({ routeIds }, tools) => plan(tools, await ofRoutes(tools, routeIds)),
)
export const submitPagesLetIn = on('integrations:submitPagesLetIn', pagesLetIn, async ({ routeIds }, tools) =>
  plan(tools, await ofRoutes(tools, routeIds)),
)
export const submitPlaceChanged = on(
  'integrations:submitPlaceChanged',
  placeChanged,
  ({ fromSlug, toSlug }, tools) =>
    plan(tools, [
      ...(fromSlug && fromSlug !== toSlug ? [{ path: placePathOf(fromSlug), isRemoved: true }] : []),
      ...(toSlug ? [{ path: placePathOf(toSlug) }] : []),
    ]),
)
type TranslationChange = Static<typeof translationChanged.payload>

/** An article has a page of its own in each language; routes and places have their pages before their texts. */
function ofTranslation({ kind, language, isShown, slug, previousSlug }: TranslationChange): Change[] {
  if (kind !== 'article' || slug === undefined) return []
  const { t } = languageWith(language)
  const changes = ofPost({ slug, ...(previousSlug ? { previousSlug } : {}) }, !isShown)
  return changes.map((change) => ({ ...change, path: localPath(t, change.path) }))
}

export const submitTranslation = on('integrations:submitTranslation', translationChanged, (change, tools) =>
  plan(tools, ofTranslation(change)),
)
export const submitPostPublished = on('integrations:submitPostPublished', postPublished, (post, tools) =>
  plan(tools, ofPost(post)),
)
export const submitPostUpdated = on('integrations:submitPostUpdated', postUpdated, (post, tools) =>
  plan(tools, ofPost(post)),
)
export const submitPostUnpublished = on(
  'integrations:submitPostUnpublished',
  postUnpublished,
  (post, tools) => plan(tools, ofPost(post, true)),
)
export const submitPostDeleted = on('integrations:submitPostDeleted', postDeleted, (post, tools) =>
  // A draft never had a public URL.
  post.wasPublic === false ? Promise.resolve() : plan(tools, ofPost(post, true)),
)
export const submitRedirectChanged = on(
  'integrations:submitRedirectChanged',
  redirectChanged,
  ({ fromPath }, tools) => plan(tools, [{ path: fromPath, isRemoved: true }]),
)

export const submitWaitingChanges = on(
  'integrations:submitWaitingChanges',
  siteModeChanged,
  async ({ isLive }, { write }) => {
    if (isLive) await queueTelling(write, gatherSeconds)
  },
)

/** Retries URLs that were refused permanently, after staff removed the cause. */
export const retryIndexNow = handle(RetryIndexNow, async (tx) => {
  const rows = await tx<{ url: string }[]>`
    update indexnow_changes set state = 'planned', attempts = 0, reason = null, changed_at = now()
    where state in ('failed', 'planned') returning url`
  await tx`select graphile_worker.remove_job('indexnow')`
  await queueTelling(tx, 0)
  return { planned: new Set(rows.map(({ url }) => url)).size }
})

/** Plans rows even while submissions are blocked. Without a key nothing is planned, because the rows would pile up. */
async function plan({ eventId, write, context }: ReactionTools, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const [key] = await write`
    select id from api_configurations where name = 'indexnow' and is_active and api_key is not null`
  if (!key) return
  const { origin } = context.site
  const rows = [...new Map(changes.map((change) => [change.path, change])).values()].map(
    ({ path, isRemoved = false }) => ({
      url: new URL(path, origin).href,
      type: path.includes('/blog/') ? 'auto_blog' : 'auto_route',
      isRemoved,
    }),
  )
  await write.begin(async (tx) => {
    const added = await tx`
      insert into indexnow_changes (outbox_id, url, submission_type, is_removed)
      select ${eventId}::bigint, url, type, "isRemoved"
      from jsonb_to_recordset(${tx.json(rows)}) as change (url text, type text, "isRemoved" boolean)
      on conflict (outbox_id, url) do nothing returning id`
    if (added.length > 0) await queueTelling(tx, gatherSeconds)
  })
}

/**
 * Adds the one job that submits all changes. It runs in a serial queue, so two workers never submit at the same time. A
 * pending job keeps its time, which an engine's `Retry-After` may have set.
 */
export async function queueTelling(sql: Sql | Tx, seconds: number): Promise<void> {
  await sql`
    select graphile_worker.add_job('submitSearchEngines', '{}'::json, queue_name := 'indexnow', job_key := 'indexnow',
      run_at := now() + make_interval(secs => ${seconds}), job_key_mode := 'preserve_run_at')`
}

/** Adds the job again if URLs wait and no job exists. */
export async function queueLostChanges(write: Sql, context: Context): Promise<void> {
  const [row] = await write`
    select id from indexnow_changes where state = 'planned' and created_at < now() - interval '1 minute' limit 1`
  if (!row || (await whyNotSubmitted(write, context)) !== null) return
  const [job] = await write`
    select id from graphile_worker.jobs where key = 'indexnow' and attempts < max_attempts limit 1`
  if (!job) await queueTelling(write, 0)
}
