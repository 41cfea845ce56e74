import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../kernel/httpError.ts'
import { anyone } from '../kernel/message.ts'
import { type Runtime, readInTime, run } from '../kernel/run.ts'
import { findStoredFile, renderSitemapFile, sitemapPath } from '../modules/content/module.ts'
import { unknown } from './problem.ts'
import { type CachedResponse, finished, finishedInBoth, sendKept } from './replies.ts'

/** Maximum bytes of compressed files in memory. */
const keptMax = 24 * 1024 * 1024

/**
 * `/sitemap.xml` is the only file of the sitemap or an index of `/sitemap-1.xml`, `/sitemap-2.xml`, … All processes send
 * the files that the worker has stored. Until the first build for this site has ended, each makes them from memory.
 */
export function mountSitemap(site: FastifyInstance, runtime: Runtime): void {
  const headers = { 'content-type': 'application/xml; charset=utf-8', ...site.sharedHeaders(0) }
  const kept = new LRUCache<number, CachedResponse>({
    maxSize: keptMax,
    sizeCalculation: ({ br, gzip }) => 1_000 + (br?.length ?? 0) + (gzip?.length ?? 0),
  })

  /**
   * Returns the stored file, or null if none is stored. While the database is down, the last file stays in use. Throws
   * HttpError 404 if the sitemap has no such file, and 503 if the database is down and the file is not known.
   */
  async function stored(number: number): Promise<CachedResponse | null> {
    const known = kept.get(number)
    try {
      const asked = { number, knownTag: known?.tag }
      const file = await readInTime(runtime, (read) => findStoredFile(read, asked, runtime.context))
      if (!file) return null
      const { tag, packed } = file
      if (tag === null) throw unknown()
      if (!packed) return known ?? null
      const made = finishedInBoth(headers, { tag, ...packed })
      kept.set(number, made)
      return made
    } catch (error) {
      if (known && error instanceof HttpError && error.status === 503) return known
      throw error
    }
  }

  async function rendered(number: number): Promise<CachedResponse> {
    const { xml } = await run(runtime, renderSitemapFile, { number }, anyone)
    if (xml === null) throw unknown()
    return finished(200, headers, xml)
  }

  site.get('/sitemap.xml', async (request, reply) => {
    const file = (await stored(0)) ?? (await inTurn(0, request))
    return sendKept(request, reply, file)
  })
  site.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9][0-9]{0,3}).xml', async (request, reply) => {
    const part = Number(request.params.part)
    const file = (await stored(part)) ?? (await inTurn(part, request))
    return sendKept(request, reply, file)
  })

  const inTurn = (number: number, request: Parameters<typeof sendKept>[0]) =>
    site.replies.answer({ request, rank: 'known' }, sitemapPath(number), () => rendered(number))
}
