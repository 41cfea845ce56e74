import type { Tools } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'

// An edge cache (a CDN) keeps public responses until it is purged. API processes plan a purge after each reload of
// their data, and the worker sends it.

/** The key of every public response. One key is enough, because each change also empties the product's own cache. */
export const surrogateKey = 'site'

/**
 * Seconds from a reload to its purge. A response that was made from the old data is sent within the 2.8 s of a call's
 * deadline, and the proxy in front of the API keeps a response for 3 s, so neither reaches the edge after the purge.
 */
const settleSeconds = 3

const timeoutMs = 5_000

/** Plans a purge. The changes of half a second share one job, and a job that is due never covers a later change. */
export async function queuePurge(write: Sql): Promise<void> {
  await write`
    select graphile_worker.add_job('purgeEdge', '{}'::json, job_key := 'edge:' || due,
      run_at := to_timestamp(due::float8 / 2))
    from (select ceil(extract(epoch from clock_timestamp()) * 2)::bigint + ${2 * settleSeconds}::int as due) as slot`
}

/** Tells the edge cache to drop every public response. Throws if it does not accept, so that the queue repeats the call. */
export async function purgeEdge({ write, context: { edgePurgeUrl } }: Tools): Promise<void> {
  if (!edgePurgeUrl) return
  const { password, href } = edgePurgeUrl
  const url = new URL(href)
  url.username = ''
  url.password = ''
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'surrogate-key': surrogateKey,
      ...(password ? { authorization: `Bearer ${decodeURIComponent(password)}` } : {}),
    },
    body: JSON.stringify({ tags: [surrogateKey] }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch((error: Error) => {
    throw new Error(`${url.host}: ${error.name === 'TimeoutError' ? 'timeout' : 'unreachable'}`)
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`${url.host}: ${reply.status}`)
  // This purge also covers the changes whose own purge failed.
  await write`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where task_identifier = 'purgeEdge' and attempts > 0 and locked_at is null`
}
