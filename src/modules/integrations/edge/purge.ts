import type { Tools } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'

// An API process queues a purge of the edge cache (CDN) after it has reloaded data; the worker sends the purge.

/** Key of every public response. One key is enough, because every change also empties the product's own cache. */
export const surrogateKey = 'site'

/** Seconds from reload to purge. An old response takes up to 2.8 s; the proxy before the API keeps it 3 s. */
const settleSeconds = 6

const timeoutMs = 5_000

/** Queues a purge. Changes within half a second share one job; a change never joins a job that is already due. */
export async function queuePurge(write: Sql): Promise<void> {
  await write`
    select graphile_worker.add_job('purgeEdge', '{}'::json, job_key := 'edge:' || due,
      run_at := to_timestamp(due::float8 / 2))
    from (select ceil(extract(epoch from clock_timestamp()) * 2)::bigint + ${2 * settleSeconds}::int as due) as slot`
}

/** Throws if the cache does not accept the call, so that the queue retries. */
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
  // This purge also covers the changes whose own purge failed, so the retries of those purges are needless.
  await write`
    select graphile_worker.remove_job(key) from graphile_worker.jobs
    where task_identifier = 'purgeEdge' and attempts > 0 and locked_at is null`
}
