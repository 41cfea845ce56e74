import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Caller } from '../message.ts'
import {
  drawMapOf,
  type Page,
  previewPage,
  readIndexNowKey,
  readPage,
  readSiteMode,
  readSnippetsTest,
} from '../modules/index.ts'
import { Refused } from '../refused.ts'
import { type Power, run } from '../run.ts'
import { withQuery } from '../sitePath.ts'
import type { Assets } from '../web/assets.ts'
import { builtAssets, dist, mountAssets } from './assets.ts'
import { mountFormPages } from './formPages.ts'
import { mountMapPage } from './mapPage.ts'
import { cacheControl } from './mount.ts'
import { mountNewsletterPages } from './newsletterPages.ts'
import type { FindMaintenance, SendOwnPage } from './ownPage.ts'
import { countVisit } from './pageVisits.ts'
import { mountPanel } from './panel.ts'
import { finished, type Kept, type Replies, sendKept } from './replies.ts'
import { type Sessions, visitor } from './sessions.ts'
import { mountSitemap } from './sitemap.ts'
import { mountSocialPictures } from './socialPictures.ts'
import { mountStatusPages } from './statusPages.ts'

/** What `vite build` makes of src/web/server.tsx. */
interface Renderer {
  render(page: Page, extras: { assets: Assets; map: string }): string
}

interface Parts {
  config: Config
  power: Power
  replies: Replies
  sessions: Sessions
}

/** The pages of the site: rendered once per change of what they show, then sent as kept bytes. */
export async function mountPages(
  app: FastifyInstance,
  { config, power, replies, sessions }: Parts,
): Promise<void> {
  mountAssets(app)
  const assets = builtAssets()
  const { render } = (await import(pathToFileURL(path.join(dist, 'server', 'server.js')).href)) as Renderer
  const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': cacheControl(0) }

  const ownHost = new URL(config.siteUrl).hostname

  const preview = { ...html, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

  /** With a `day`, the page as it will be then. */
  async function pageFor(address: object, caller: Caller, day?: string): Promise<Kept> {
    const page = (
      day
        ? await run(power, previewPage, { ...address, day }, caller)
        : await run(power, readPage, address, caller)
    ) as Page
    if (page.location) return finished(page.status, { location: page.location }, '')
    const path = page.view.kind === 'maintenance' ? '/' : page.path
    const map = (await run(power, drawMapOf, { path }, caller)) as string
    const headers = page.status === 503 ? { ...html, ...maintenance } : page.isPreview || day ? preview : html
    return finished(page.status, headers, render(page, { assets, map }))
  }

  const findMaintenance: FindMaintenance = async (request, path) => {
    const { isLive } = (await run(power, readSiteMode, {}, visitor(request))) as { isLive: boolean }
    return isLive || (await sessions.staff(request)) ? null : pageFor({ path }, visitor(request))
  }

  const sendOwnPage: SendOwnPage = async (request, reply, path, { fill, status, headers }) => {
    const instead = await findMaintenance(request, path)
    if (instead) return sendKept(request, reply, instead)
    const caller = (await sessions.staff(request)) ?? visitor(request)
    const page = (await run(power, readPage, { path }, caller)) as Page
    fill?.(page)
    const own = { ...html, 'cache-control': 'no-store', ...headers }
    return sendKept(request, reply, finished(status ?? page.status, own, render(page, { assets, map: '' })))
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const { path: asked, query } = splitUrl(request.url)
    const address = {
      path: asked,
      departure: query.get('departure') ?? '',
      destination: query.get('destination') ?? '',
      inviata: query.get('inviata') ?? '',
      codice: query.get('codice') ?? '',
      categoria: query.get('categoria') ?? '',
      pagina: query.get('pagina') ?? '',
    }
    const day = query.get('data')
    const dayStaff = day && /^\d{4}-\d\d-\d\d$/.test(day) ? await sessions.staff(request) : null
    if (day && dayStaff) return sendKept(request, reply, await pageFor(address, dayStaff, day))
    // The rest of the query (campaign marks and the like) changes nothing of the page.
    const key = request.url.includes('?') ? JSON.stringify(address) : asked
    let kept = await replies.answer(key, async () => pageFor(address, visitor(request)))
    if (kept.status === 503) {
      const staff = await sessions.staff(request)
      if (staff) kept = await pageFor(address, staff)
    }
    countVisit(request, kept.status, asked, ownHost)
    const { location } = kept.headers
    if (location) return reply.redirect(withQuery(location, request.url), kept.status)
    return sendKept(request, reply, kept)
  }

  app.get('/api/rich-snippets/test', async (request, reply) => {
    const kept = await replies.answer(request.url, async () =>
      finished(200, html, (await run(power, readSnippetsTest, {}, visitor(request))) as string),
    )
    return sendKept(request, reply, kept)
  })

  const robots = finished(
    200,
    { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl(3600) },
    `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${config.siteUrl}/sitemap.xml\n`,
  )

  // The proof of IndexNow: a file named after the key, which holds the key (indexnow.org). Any other name is a page's.
  app.get<{ Params: { key: string } }>('/:key(^[A-Za-z0-9-]{8,128}).txt', async (request, reply) => {
    const { apiKey } = (await run(power, readIndexNowKey, {}, visitor(request))) as { apiKey: string | null }
    if (apiKey !== request.params.key) return sendPage(request, reply)
    return reply.type('text/plain; charset=utf-8').header('cache-control', cacheControl(300)).send(apiKey)
  })
  app.get('/robots.txt', async (request, reply) => sendKept(request, reply, robots))
  mountMapPage(app, { power, replies, css: assets.css, findMaintenance })
  mountSocialPictures(app, power)
  mountPanel(app, assets)
  mountSitemap(app, { power, replies, origin: config.siteUrl })

  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    forms.addHook('preHandler', async (request) => {
      // Sent without a body: a form with nothing in it.
      if (request.method === 'POST') request.body ??= {}
    })
    mountFormPages(forms, { power, sendOwnPage })
    mountStatusPages(forms, { power, sendOwnPage })
    mountNewsletterPages(forms, { power, sendOwnPage })
  })

  app.get('/*', (request, reply) => {
    // Without a query a page is kept under its address: nothing else has to be known of most requests.
    const kept = replies.find(request.url)
    if (kept) sendKept(request, reply, kept)
    else if (request.url.startsWith('/api/')) throw unknown()
    else return sendPage(request, reply)
    return undefined
  })
  app.setNotFoundHandler(async () => {
    throw unknown()
  })
}

/** On every page while the site is not live: nobody keeps it, and robots come back in an hour. */
const maintenance = { 'cache-control': 'no-store', 'retry-after': '3600' }

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
