import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { drawMapOf, type Page, readPage, requestAvailability } from '../modules/index.ts'
import { Refused } from '../refused.ts'
import { type Power, run } from '../run.ts'
import type { Assets } from '../web/assets.ts'
import { dist, mountAssets } from './assets.ts'
import { mountMapPage } from './mapPage.ts'
import { cacheControl, visitor } from './mount.ts'
import { finished, type Replies, sendKept } from './replies.ts'
import { mountSitemap } from './sitemap.ts'

/** What `vite build` makes of src/web/server.tsx. */
interface Renderer {
  render(page: Page, extras: { assets: Assets; map: string }): string
}

interface Parts {
  config: Config
  power: Power
  replies: Replies
}

/** The pages of the site: rendered once per change of what they show, then sent as kept bytes. */
export async function mountPages(app: FastifyInstance, { config, power, replies }: Parts): Promise<void> {
  const assets = mountAssets(app)
  const { render } = (await import(pathToFileURL(path.join(dist, 'server', 'server.js')).href)) as Renderer
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl(0) }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const { path: asked, query } = splitUrl(request.url)
    const address = {
      path: asked,
      departure: query.get('departure') ?? '',
      destination: query.get('destination') ?? '',
      inviata: query.get('inviata') ?? '',
    }
    // The rest of the query (campaign marks and the like) changes nothing of the page.
    const key = JSON.stringify(address)
    const kept = await replies.answer(key, async () => {
      const page = (await run(power, readPage, address, visitor(request))) as Page
      if (page.location) return finished(page.status, { location: page.location }, '')
      const map = (await run(power, drawMapOf, { path: page.path }, visitor(request))) as string
      return finished(page.status, html, render(page, { assets, map }))
    })
    const { location } = kept.headers
    if (location) return reply.redirect(withQuery(location, request.url), kept.status)
    return sendKept(request, reply, kept)
  }

  const robots = finished(
    200,
    { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl(3600) },
    `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${config.siteUrl}/sitemap.xml\n`,
  )

  app.get('/robots.txt', async (request, reply) => sendKept(request, reply, robots))
  mountMapPage(app, { power, replies, css: assets.css })
  mountSitemap(app, { power, replies, origin: config.siteUrl })

  // A request sent without JavaScript: stored like any other, then 303, so that a reload sends nothing twice.
  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    forms.post('/richiesta/', async (request, reply) => {
      const values = request.body as Record<string, string>
      const consent = values.privacyAccepted ? { privacyAccepted: true } : {}
      try {
        await run(
          power,
          requestAvailability,
          { ...values, formSource: 'pagina', ...consent },
          visitor(request),
        )
        return reply.redirect('/richiesta/?inviata=1', 303)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const page = (await run(power, readPage, { path: '/richiesta/' }, visitor(request))) as Page
        const errors = error.errors.length > 0 ? error.errors : [{ path: '', message: error.message }]
        page.view = { kind: 'request', values, errors, isSent: false }
        reply.code(error.status).headers({ ...html, 'cache-control': 'no-store' })
        return reply.send(render(page, { assets, map: '' }))
      }
    })
  })

  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/')) throw unknown()
    return sendPage(request, reply)
  })
  app.setNotFoundHandler(async () => {
    throw unknown()
  })
}

const unknown = () => new Refused(404, 'La risorsa richiesta non esiste.')

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  const raw = mark < 0 ? url : url.slice(0, mark)
  return { path: decoded(raw), query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) }
}

/** An address that cannot be decoded is unknown, not an error. */
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/** `location` comes from our own list of paths, never from the address asked for; only the query is carried over. */
function withQuery(location: string, url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? location : location + url.slice(mark).replaceAll(/[\r\n]/g, '')
}
