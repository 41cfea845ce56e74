import { setImmediate as moment } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { readSitemapFile } from '../modules/content/module.ts'
import { unknown } from './problem.ts'
import { finished, type Replies, sendKept } from './replies.ts'

/** Maximum URLs of one file (sitemaps.org protocol). */
const partSize = 50_000

/** Number of URLs written before other requests are served. */
const pauseEach = 1_000

/** With more than 50,000 URLs, `/sitemap.xml` is an index of `/sitemap-1.xml`, `/sitemap-2.xml`, … */
export function mountSitemap(
  app: FastifyInstance,
  { runtime, replies, origin }: { runtime: Runtime; replies: Replies; origin: string },
): void {
  const xml = { 'content-type': 'application/xml; charset=utf-8', ...app.sharedHeaders(0) }
  app.get('/sitemap.xml', async (request, reply) =>
    sendKept(
      request,
      reply,
      await replies.answer({ request, rank: 'known' }, '/sitemap.xml', () => file(null)),
    ),
  )
  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9][0-9]{0,3}).xml', async (request, reply) => {
    const part = Number(request.params.part)
    const made = await replies.answer({ request, rank: 'known' }, `/sitemap-${part}.xml`, () => file(part))
    return sendKept(request, reply, made)
  })

  async function file(part: number | null) {
    const read = (first: number, max: number) => run(runtime, readSitemapFile, { first, max }, anyone)
    // `/sitemap.xml` needs only the number of URLs to decide whether it is an index.
    let found = part === null ? await read(0, 0) : await read((part - 1) * partSize, partSize)
    const parts = Math.ceil(found.total / partSize)
    if (part === null && parts > 1) {
      const index = new SitemapIndexStream()
      for (let one = 1; one <= parts; one++) index.write({ url: `${origin}/sitemap-${one}.xml` })
      index.end()
      return finished(200, xml, await streamToPromise(index))
    }
    if (part !== null && (parts < 2 || part > parts)) throw unknown()
    if (part === null) found = await read(0, partSize)
    const stream = new SitemapStream({ hostname: origin })
    const written = streamToPromise(stream)
    for (const [index, entry] of found.entries.entries()) {
      stream.write(entry)
      if (index % pauseEach === pauseEach - 1) await moment()
    }
    stream.end()
    return finished(200, xml, await written)
  }
}
