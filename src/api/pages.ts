import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { addressOf } from '../languages/addresses.ts'
import { readIndexNowKey } from '../modules/integrations/module.ts'
import { mountMapPage } from './mapPage.ts'
import { maintenanceFinder, ownPageSender } from './ownPage.ts'
import { openPageDocuments, type PageDocuments } from './pageDocuments.ts'
import { pageForms } from './pageForms.ts'
import { splitUrl } from './pageUrl.ts'
import { sendProblem } from './problem.ts'
import { finished, sendKept } from './replies.ts'
import { pageSender } from './sendPage.ts'
import { visitor } from './sessions.ts'
import { mountSitemap } from './sitemap.ts'
import { mountSocialPictures } from './socialPictures.ts'

interface Options {
  siteUrl: string
  runtime: Runtime
}

/** Serves the public site: its pages, and the files that belong to them. */
export const pages: FastifyPluginAsync<Options> = async (site, { siteUrl, runtime }) => {
  const { limits, replies } = site
  const documents = await openPageDocuments(site, runtime)
  site.setErrorHandler(refusal(documents))
  site.addHook('onRequest', limits.countRead)

  const findMaintenance = maintenanceFinder(site, { runtime, documents })
  const sendPage = pageSender(site, { runtime, documents, findMaintenance })
  mountRobots(site, siteUrl)
  // IndexNow (indexnow.org) fetches a file whose name and content are the key. Any other name is handled as a page.
  site.get<{ Params: { key: string } }>('/:key(^[A-Za-z0-9-]{8,128}).txt', async (request, reply) => {
    const { apiKey } = await run(runtime, readIndexNowKey, {}, visitor(request))
    if (apiKey !== request.params.key) return sendPage(request, reply)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(apiKey)
  })
  mountMapPage(site, { runtime, findMaintenance })
  mountSocialPictures(site, runtime)
  mountSitemap(site, runtime)
  const sendOwnPage = ownPageSender(site, { runtime, documents, findMaintenance })
  await site.register(pageForms, { runtime, sendOwnPage })

  site.get('/*', (request, reply) => {
    // A canonical URL is the cache key (`keyOf`).
    const kept = replies.find(request.url)
    if (!kept) return sendPage(request, reply)
    sendKept(request, reply, kept)
    return undefined
  })
}

/** Returns the error handler: visitors above the limit, and visitors while the database is down, get a page. */
function refusal({ ofRefusal }: PageDocuments) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitUrl(request.url)
    const status = error instanceof HttpError ? error.status : null
    const { lang } = addressOf(path)
    if (status === 429) return sendKept(request, reply, await ofRefusal(status, lang))
    // This page gives the phone number. It comes from memory, also while the database is down.
    const instead =
      status === 503 &&
      request.method === 'GET' &&
      path.endsWith('/') &&
      (await ofRefusal(status, lang).catch(() => null))
    return instead ? sendKept(request, reply, instead) : sendProblem(error, request, reply)
  }
}

function mountRobots(site: FastifyInstance, siteUrl: string): void {
  const robots = finished(
    200,
    { 'content-type': 'text/plain; charset=utf-8', ...site.sharedHeaders(3600) },
    `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  )
  site.get('/robots.txt', async (request, reply) => sendKept(request, reply, robots))
}
