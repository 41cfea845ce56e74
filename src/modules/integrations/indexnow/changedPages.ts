import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle, on, type ReactionTools } from '../../../kernel/message.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeChanged } from '../../catalog/places/contract.ts'
import { placeNamesChanged } from '../../catalog/places/names.contract.ts'
import { placePathOf } from '../../catalog/places/placePages.queries.ts'
import { renamedPaths } from '../../catalog/places/renames.queries.ts'
import { dayPricesChanged } from '../../catalog/priceLists/contract.ts'
import { pricesChanged } from '../../catalog/prices/contract.ts'
import {
  pagesLetIn,
  routeActivated,
  routeCreated,
  routeDeactivated,
  routeDeleted,
  routeMoved,
  routeUpdated,
} from '../../catalog/routes/contract.ts'
import { routeLinked, routeUnlinked } from '../../catalog/routes/family.contract.ts'
import { localSlugsOfIds, routePathOf, routePathsOfIds } from '../../catalog/search/search.queries.ts'
import { articlePathOf } from '../../content/addresses/articlePath.contract.ts'
import { postDeleted, postPublished, postUnpublished, postUpdated } from '../../content/blog/contract.ts'
import { redirectChanged } from '../../content/redirects/contract.ts'
import { translationChanged } from '../../content/translations/contract.ts'
import { siteModeChanged } from '../../settings/site/contract.ts'
import { addressesRetried, DropRefusedAddresses, RetryIndexNow, refusedAddressesDropped } from './contract.ts'
import { whyNotSubmitted } from './post.ts'

// `indexnow_changes` has a row for each event and URL. send.ts submits the changes of ten seconds together.

const gatherSeconds = 10

interface Change {
  path: string
  isRemoved?: boolean
}

/** `paths` must contain every language's path: send.ts adds the other languages only for pages that remain. */
const removed = (paths: string[]): Change[] => paths.map((path) => ({ path, isRemoved: true }))

const ofRoutes = async ({ read }: ReactionTools, routeIds: number[]): Promise<Change[]> =>
  (await routePathsOfIds(read, routeIds)).map((path) => ({ path }))

type Post = Pick<Static<typeof postUpdated.payload>, 'slug' | 'previousSlug' | 'localSlugs'>

/** Marks translations as removed: a new Italian text may hide them. send.ts ignores marks of visible pages. */
const ofPost = ({ slug, previousSlug, localSlugs }: Post, isRemoved = false): Change[] => [
  { path: articlePathOf(slug), isRemoved },
  ...removed(previousSlug ? [articlePathOf(previousSlug)] : []),
  ...removed(pathsOfSlugs(localSlugs, articlePathOf)),
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
  async ({ routeId }, tools) => {
    const paths = await routePathsOfIds(tools.read, [routeId])
    const [slugs] = await localSlugsOfIds(tools.read, [routeId])
    await plan(tools, removed([...paths, ...pathsOfSlugs(slugs, routePathOf)]))
  },
)
export const submitRouteDeleted = on(
  'integrations:submitRouteDeleted',
  routeDeleted,
  ({ slug, localSlugs }, tools) =>
    plan(tools, removed([routePathOf(slug), ...pathsOfSlugs(localSlugs, routePathOf)])),
)
export const submitRouteLinked = on(
  'integrations:submitRouteLinked',
  routeLinked,
  async ({ routeId, mainRouteId }, tools) => plan(tools, await ofRoutes(tools, [routeId, mainRouteId])),
)
export const submitRouteUnlinked = on(
  'integrations:submitRouteUnlinked',
  routeUnlinked,
  async ({ routeId, mainRouteId }, tools) => plan(tools, await ofRoutes(tools, [routeId, mainRouteId])),
)
export const submitRouteMoved = on(
  'integrations:submitRouteMoved',
  routeMoved,
  ({ fromSlug, toSlug, fromLocalSlugs }, tools) =>
    plan(tools, [
      ...removed([routePathOf(fromSlug), ...pathsOfSlugs(fromLocalSlugs, routePathOf)]),
      { path: routePathOf(toSlug) },
    ]),
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
  ({ fromSlug, toSlug, fromLocalSlugs }, tools) =>
    plan(tools, [
      ...removed(fromSlug && fromSlug !== toSlug ? [placePathOf(fromSlug)] : []),
      ...removed(pathsOfSlugs(fromLocalSlugs, placePathOf)),
      ...(toSlug ? [{ path: placePathOf(toSlug) }] : []),
    ]),
)
export const submitPlaceRenamed = on(
  'integrations:submitPlaceRenamed',
  placeNamesChanged,
  async (change, tools) => {
    const moves = await renamedPaths(tools.read, change)
    await plan(tools, [
      ...removed(moves.map(({ fromPath }) => fromPath)),
      ...moves.map(({ toPath: path }) => ({ path })),
    ])
  },
)
type TranslationChange = Static<typeof translationChanged.payload>

/** Routes and places have a page in every language, so only translations of articles add or remove a page. */
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
  // Search engines do not know the URL of an article that was never public.
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

export const dropRefusedAddresses = handle(DropRefusedAddresses, async (tx, _input, caller) => {
  const { count } = await tx`
    update indexnow_changes set state = 'skipped', changed_at = now() where state = 'failed'`
  if (count === 0) throw new HttpError(409, 'Nessun indirizzo è più tra quelli rifiutati.')
  await audit(tx, caller, refusedAddressesDropped, 'indexnow_changes', null, {
    dropped: count,
  })
  return { dropped: count }
})

/** Queues the waiting URLs, and the URLs that search engines refused for good: staff may have removed the cause. */
export const retryIndexNow = handle(RetryIndexNow, async (tx, _input, caller) => {
  const rows = await tx<{ url: string }[]>`
    update indexnow_changes set state = 'planned', attempts = 0, reason = null, changed_at = now()
    where state in ('failed', 'planned') returning url`
  await tx`select graphile_worker.remove_job('indexnow')`
  await queueTelling(tx, 0)
  const planned = new Set(rows.map(({ url }) => url)).size
  await audit(tx, caller, addressesRetried, 'indexnow_changes', null, { planned })
  return { planned }
})

/** Stores the changes, also during maintenance. Without an active key it stores nothing, because rows would pile up. */
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

/** A pending job keeps its time (set by `Retry-After`). The serial queue prevents concurrent submissions. */
export async function queueTelling(sql: Sql | Tx, seconds: number): Promise<void> {
  await sql`
    select graphile_worker.add_job('submitSearchEngines', '{}'::json, queue_name := 'indexnow', job_key := 'indexnow',
      run_at := now() + make_interval(secs => ${seconds}), job_key_mode := 'preserve_run_at')`
}

/** Adds the job if a URL has waited for more than a minute and the job is missing or has no attempts left. */
export async function queueLostChanges(write: Sql, context: Context): Promise<void> {
  const [row] = await write`
    select id from indexnow_changes where state = 'planned' and created_at < now() - interval '1 minute' limit 1`
  if (!row || (await whyNotSubmitted(write, context)) !== null) return
  const [job] = await write`
    select id from graphile_worker.jobs where key = 'indexnow' and attempts < max_attempts limit 1`
  if (!job) await queueTelling(write, 0)
}
