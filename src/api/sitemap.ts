import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../kernel/httpError.ts'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { findStoredFile, renderSitemapFile, sitemapPath, storedBytes } from '../modules/content/module.ts'
import { unknown } from './problem.ts'
import { type CachedResponse, finished, finishedInBoth, type Replies, sendKept } from './replies.ts'

/** Maximum bytes of compressed files in memory. */
const keptMax = 24 * 1024 * 1024

/**
 * `/sitemap.xml` is the only file of the sitemap or an index of `/sitemap-1.xml`, `/sitemap-2.xml`, … All processes send
 * the files that the worker has stored. Until the first build for this site has ended, each makes them from memory.
 */
export function mountSitemap(
  app: FastifyInstance,
  { runtime, replies }: { runtime: Runtime; replies: Replies },
): void {
  const headers = { 'content-type': 'application/xml; charset=utf-8', ...app.sharedHeaders(0) }
  const kept = new LRUCache<number, CachedResponse>({
    maxSize: keptMax,
    sizeCalculation: ({ br, gzip }) => 1_000 + (br?.length ?? 0) + (gzip?.length ?? 0),
  })

  /** Returns the stored file, or null if none is stored. Throws HttpError 404 if the sitemap has no such file. */
  async function stored(number: number): Promise<CachedResponse | null> {
    const { isStored, tag } = await run(runtime, findStoredFile, { number }, anyone)
    if (!isStored) return null
    if (tag === null) throw unknown()
    const known = kept.get(number)
    if (known?.tag === tag) return known
    const bytes = await storedBytes(runtime.db.read, number, tag)
    if (!bytes) return null
    const made = finishedInBoth(headers, { tag, ...bytes })
    kept.set(number, made)
    return made
  }

  /** While the database is down, the last file stays in use. */
  const storedOrLast = (number: number) =>
    stored(number).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 503) return kept.get(number) ?? null
      throw error
    })

  async function rendered(number: number): Promise<CachedResponse> {
    const { xml } = await run(runtime, renderSitemapFile, { number }, anyone)
    if (xml === null) throw unknown()
    return finished(200, headers, xml)
  }

  app.get('/sitemap.xml', async (request, reply) => {
    const file = (await storedOrLast(0)) ?? (await inTurn(0, request))
    return sendKept(request, reply, file)
  })
  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9][0-9]{0,3}).xml', async (request, reply) => {
    const part = Number(request.params.part)
    const file = (await storedOrLast(part)) ?? (await inTurn(part, request))
    return sendKept(request, reply, file)
  })

  const inTurn = (number: number, request: Parameters<typeof sendKept>[0]) =>
    replies.answer({ request, rank: 'known' }, sitemapPath(number), () => rendered(number))
}
