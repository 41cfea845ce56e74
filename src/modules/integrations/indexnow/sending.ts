import type { Tools } from '../../../kernel/message.ts'
import { withModelsOnce } from '../../../kernel/readModel.ts'
import type { Sql } from '../../../platform/db.ts'
import { shownAddresses } from '../../content/pages/pages.queries.ts'
import { queueTelling } from './changedPages.ts'
import { batchSize, type SubmissionType, submit, whyNotSubmitted } from './post.ts'

interface Planned {
  url: string
  isRemoved: boolean
  type: SubmissionType
  attempts: number
  /** Rows of `indexnow_changes` with this URL. */
  ids: number[]
}

/** Submits the changed URLs that are in the sitemap or were removed. Other pages must not be indexed. */
export async function submitSearchEngines({ read, write, context }: Tools): Promise<void> {
  const hindrance = await whyNotSubmitted(read, context)
  if (hindrance) {
    // The changes wait until maintenance ends, staff save a key or the scheduled task runs.
    await write`
      update indexnow_changes set reason = ${hindrance}, changed_at = now()
      where state = 'planned' and reason is distinct from ${hindrance}`
    return
  }
  for (;;) {
    const planned = await write<Planned[]>`
      select url, bool_or(is_removed) as is_removed, min(submission_type) as type, max(attempts) as attempts,
        array_agg(id) as ids
      from indexnow_changes where state = 'planned' group by url order by min(id) limit ${batchSize}`
    if (planned.length === 0) return
    // Read after the changes, because a change may have been stored during the previous batch.
    const { versionsOf, isStanding } = await withModelsOnce(() => shownAddresses(read, context))
    const isTold = ({ url, isRemoved }: Planned) =>
      versionsOf(url) !== undefined || (isRemoved && !isStanding(url))
    await stamp(
      write,
      planned.filter((one) => !isTold(one)),
      {
        state: 'skipped',
        reason: 'Non è nella sitemap: ai motori di ricerca non si segnala.',
      },
    )
    const batch = firstBatch(planned.filter(isTold), versionsOf)
    if (batch.length > 0 && !(await submitBatch({ read, write, context }, batch))) return
  }
}

interface Changed extends Planned {
  /** URLs of the page in every language, because prices and names appear in all of them. */
  urls: string[]
}

function firstBatch(changes: Planned[], versionsOf: (url: string) => string[] | undefined): Changed[] {
  const batch: Changed[] = []
  let count = 0
  for (const change of changes) {
    const urls = [...new Set([change.url, ...(versionsOf(change.url) ?? [])])]
    count += urls.length
    if (count > batchSize) break
    batch.push({ ...change, urls })
  }
  return batch
}

/** Returns false if the batch must be submitted again later. The remaining changes must then wait as well. */
async function submitBatch(runtime: Tools, batch: Changed[]): Promise<boolean> {
  const types = new Map(batch.flatMap(({ urls, type }) => urls.map((url) => [url, type] as const)))
  const { reason, waitSeconds } = await submit(runtime, [...types.keys()], {
    tries: Math.max(...batch.map(({ attempts }) => attempts)),
    typeOf: (url) => types.get(url) ?? 'auto_route',
  })
  const state = reason === null ? 'sent' : waitSeconds === null ? 'failed' : 'planned'
  await stamp(runtime.write, batch, { state, reason })
  if (waitSeconds !== null) await queueTelling(runtime.write, waitSeconds)
  return waitSeconds === null
}

/** Records the result for the changes in `batch`. A change that was stored during the submission stays planned. */
async function stamp(
  write: Sql,
  batch: Planned[],
  { state, reason }: { state: string; reason: string | null },
): Promise<void> {
  if (batch.length === 0) return
  const ids = batch.flatMap((one) => one.ids)
  await write`
    update indexnow_changes set state = ${state}, reason = ${reason}, changed_at = now(),
      attempts = attempts + case when ${state} = 'skipped' then 0 else 1 end
    where id = any(${ids}) and state = 'planned'`
}
