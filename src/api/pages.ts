import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryText } from '../kernel/address.ts'
import { HttpError } from '../kernel/httpError.ts'
import { anyone, type Caller } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { decodedText, encodedPath, withQuery } from '../kernel/sitePath.ts'
import { addressOf } from '../languages/addresses.ts'
import { languageWith } from '../languages/catalogs.ts'
import { type LanguageCode, languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'
import type { Language } from '../languages/translate.ts'
import {
  drawMapOf,
  isChosen,
  notFoundPath,
  type Page,
  pageAddress,
  pagePathMax,
  previewPage,
  readPage,
  readSnippetsTest,
  redirectBeforePages,
  tooManyRequestsPath,
  unavailablePath,
} from '../modules/content/module.ts'
import { readIndexNowKey } from '../modules/integrations/module.ts'
import { readSiteMode } from '../modules/settings/module.ts'
import type { Config } from '../platform/config.ts'
import type { Assets } from '../web/assets.ts'
import { builtAssets, dist } from './assets.ts'
import { mountFormPages } from './formPages.ts'
import type { Limits } from './limits.ts'
import { mountMapPage } from './mapPage.ts'
import { mountNewsletterPages } from './newsletterPages.ts'
import type { FindMaintenance, SendOwnPage } from './ownPage.ts'
import type { CountVisit } from './pageVisits.ts'
import { sendProblem, unknown } from './problem.ts'
import { type CachedResponse, finished, type Replies, sendKept } from './replies.ts'
import { mountReviewPages } from './reviewPages.ts'
import { type Sessions, visitor } from './sessions.ts'
import { mountSitemap } from './sitemap.ts'
import { mountSocialPictures } from './socialPictures.ts'
import { mountStatusPages } from './statusPages.ts'

/** The module that Vite builds from src/web/server.tsx. */
interface Renderer {
  render(
    page: Page,
    extras: { assets: Assets; map: string; language: Language },
  ): { html: string; styles: string }
}

type Address = ReturnType<typeof pageAddress>

type Redirected = Awaited<ReturnType<typeof redirectBeforePages>>

interface Parts {
  config: Config
  runtime: Runtime
  replies: Replies
  limits: Limits
  sessions: Sessions
  countVisit: CountVisit
}

/** Uses a separate scope, so that visitors above the limit get a page (429) instead of a problem document. */
export async function mountPages(
  app: FastifyInstance,
  { config, runtime, replies, limits, sessions, countVisit }: Parts,
): Promise<void> {
  const assets = builtAssets()
  // Vite writes the file, so its type is declared by hand.
  const { render }: Renderer = await import(pathToFileURL(path.join(dist, 'server', 'server.js')).href)
  const type = { 'content-type': 'text/html; charset=utf-8' }
  /** Headers of a page that is the same for everybody. */
  const html = { ...type, ...app.sharedHeaders(0) }
  /** A proxy must ask the API for each page with an error status, because the API counts visits to unknown pages. */
  const unshared = { ...type, 'cache-control': 'no-cache' }

  const preview = { ...type, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

  const statusHeaders: Record<number, Record<string, string>> = {
    429: { ...type, 'cache-control': 'no-store', 'retry-after': '60' },
    // Asks robots to come back in an hour.
    503: { ...type, 'cache-control': 'no-store', 'retry-after': '3600' },
  }

  const unavailableHeaders = { ...type, 'cache-control': 'no-store', 'retry-after': '5' }

  async function documentOf(page: Page, headers: Record<string, string>): Promise<CachedResponse> {
    const path = page.view.kind === 'maintenance' ? '/' : page.path
    const map = await run(runtime, drawMapOf, { path, lang: page.language }, anyone)
    return rendered(page, map, headers)
  }

  /** Renders the page. Its security policy allows its own inline styles only. */
  function rendered(page: Page, map: string, headers: Record<string, string>): CachedResponse {
    const { html, styles } = render(page, { assets, map, language: languageWith(page.language) })
    const hash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
    return finished(page.status, headers, html, (policy) =>
      policy.replace("style-src 'self'", `style-src 'self' ${hash}`),
    )
  }

  /** Renders the page for staff without the cache. */
  async function previewFor(address: object, caller: Caller, day?: string): Promise<CachedResponse> {
    const page = day
      ? await run(runtime, previewPage, { ...address, day }, caller)
      : await run(runtime, readPage, address, caller)
    if (page.location) return finished(page.status, { location: page.location }, '')
    return documentOf(page, page.isPreview || day ? preview : (statusHeaders[page.status] ?? unshared))
  }

  /** Key of a page for a status such as 404 or 503, which many URLs share. Few paths are canonical ones of such pages. */
  const statusKey = (status: number, what: string, { language, path }: Pick<Page, 'language' | 'path'>) =>
    `${status} ${what} ${language} ${path}`

  /** Returns the page for a status such as 404 or 503. All URLs with the same status, kind, language and canonical path share it. */
  function statusPage(page: Page, version: number): Promise<CachedResponse> {
    const what = 'what' in page.view ? page.view.what : page.view.kind
    const headers = page.view.kind === 'unavailable' ? unavailableHeaders : statusHeaders[page.status]
    const make = () => documentOf(page, headers ?? unshared)
    return replies.answer(null, statusKey(page.status, what, page), make, version)
  }

  /** Returns the page for a refusal from the cache, because many refusals must cost little. */
  async function refusalPage(status: 429 | 503, lang: LanguageCode): Promise<CachedResponse> {
    const [what, path] =
      status === 429 ? ['tooManyRequests', tooManyRequestsPath] : ['unavailable', unavailablePath]
    const cached = replies.find(statusKey(status, what, { language: lang, path }))
    if (cached) return cached
    const { version } = replies
    return statusPage(await run(runtime, readPage, { path, lang }, anyone), version)
  }

  app.setErrorHandler(async (error, request, reply) => {
    const { path } = splitUrl(request.url)
    const status = error instanceof HttpError && !isCall(request.url) ? error.status : null
    const { lang } = addressOf(path)
    if (status === 429) return sendKept(request, reply, await refusalPage(status, lang))
    // This page gives the phone number. It comes from memory, also while the database is down.
    const instead =
      status === 503 &&
      request.method === 'GET' &&
      path.endsWith('/') &&
      (await refusalPage(status, lang).catch(() => null))
    return instead ? sendKept(request, reply, instead) : sendProblem(error, request, reply)
  })
  app.addHook('onRequest', (request) => limits.countRead(request))

  const findMaintenance: FindMaintenance = async (request, path) => {
    const { isLive } = await run(runtime, readSiteMode, {}, visitor(request))
    if (isLive || (await sessions.staff(request))) return null
    const { version } = replies
    const page = await run(runtime, readPage, addressOf(path), anyone)
    return page.status === 503 ? statusPage(page, version) : null
  }

  const sendOwnPage: SendOwnPage = async (request, reply, path, { query, fill, status, headers }) => {
    const instead = await findMaintenance(request, path)
    if (instead) return sendKept(request, reply, instead)
    return limits.makeResponse(request, 'other', async () => {
      const caller = (await sessions.staff(request)) ?? visitor(request)
      const address = pageAddress(runtime.context, path, (name) => query?.[name])
      const page = await run(runtime, readPage, address, caller)
      fill?.(page)
      // The language switch must keep the query, which may contain the token of a link in a mail.
      const [, search] = request.method === 'GET' ? request.url.split('?') : []
      if (search) page.versions = page.versions.map((one) => ({ ...one, path: `${one.path}?${search}` }))
      const own = { ...type, 'cache-control': 'no-store', ...headers }
      return sendKept(request, reply, rendered({ ...page, status: status ?? page.status }, '', own))
    })
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const { path, search, query } = splitUrl(request.url)
    const hasNoPage = path.length > pagePathMax || encodedPath(path) === null
    if (search || hasNoPage) {
      const asked = { path, query: search }
      const redirected = await redirectBeforePages(runtime.db.read, asked, hasNoPage)
      if (redirected || hasNoPage) return sendWithoutPage(request, reply, redirected)
    }
    const address = pageAddress(runtime.context, path, (name) => query.get(name))
    const day = query.get('data')
    const dayStaff = day && /^\d{4}-\d\d-\d\d$/.test(day) ? await sessions.staff(request) : null
    if (day && dayStaff) return sendKept(request, reply, await previewFor(address, dayStaff, day))
    const key = keyOf(address)
    const kept = replies.find(key)
    if (kept) return sendKept(request, reply, kept)
    if (!isChosen(address)) return sendAt(request, reply, address, key)
    // Reading such a page can take as long as rendering it.
    return limits.makeResponse(request, 'other', () => sendAt(request, reply, address, key))
  }

  /** Sends a redirect, or the page for a removed (410) or impossible address in the language of its path. */
  async function sendWithoutPage(request: FastifyRequest, reply: FastifyReply, redirected: Redirected) {
    const { path, search } = splitUrl(request.url)
    const { lang } = addressOf(path)
    const instead = await findMaintenance(request, localPath(languageWith(lang).t, '/'))
    if (instead) return sendKept(request, reply, instead)
    const status = redirected ? redirected.rule.statusCode : 404
    await countVisit(request, { status, path, search, redirect: redirected?.rule.fromPath })
    if (redirected?.location) return reply.redirect(redirected.location, 301)
    const { version } = replies
    const page = await run(runtime, readPage, { path: notFoundPath, lang }, visitor(request))
    return sendKept(request, reply, await statusPage({ ...page, status }, version))
  }

  async function sendAt(request: FastifyRequest, reply: FastifyReply, address: Address, key: string) {
    const { path, search } = splitUrl(request.url)
    const { version } = replies
    const page = await run(runtime, readPage, address, visitor(request))
    await countVisit(request, { ...page, path, search })
    if (page.location) return reply.redirect(withQuery(page.location, request.url), page.status)
    // Not cached, because pages for a search, a day or a number of passengers would displace shared pages.
    if ((page.status === 200 || page.status === 422) && isChosen(address))
      return sendKept(request, reply, await documentOf(page, page.status === 200 ? html : unshared))
    if (page.status === 200) {
      const make = () => documentOf(page, html)
      return sendKept(request, reply, await replies.answer({ request, rank: 'known' }, key, make, version))
    }
    const staff = page.status === 503 && (await sessions.staff(request))
    if (!staff) return sendKept(request, reply, await statusPage(page, version))
    const previewed = await previewFor(address, staff)
    const { location } = previewed.headers
    if (location) return reply.redirect(withQuery(location, request.url), previewed.status)
    return sendKept(request, reply, previewed)
  }

  app.get('/api/rich-snippets/test', async (request, reply) => {
    const kept = await replies.answer({ request, rank: 'known' }, '/api/rich-snippets/test', async () =>
      finished(200, html, await run(runtime, readSnippetsTest, {}, anyone)),
    )
    return sendKept(request, reply, kept)
  })

  const robots = finished(
    200,
    { 'content-type': 'text/plain; charset=utf-8', ...app.sharedHeaders(3600) },
    `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${config.siteUrl}/sitemap.xml\n`,
  )

  // IndexNow (indexnow.org) fetches a file whose name and content are the key. Any other name is handled as a page.
  app.get<{ Params: { key: string } }>('/:key(^[A-Za-z0-9-]{8,128}).txt', async (request, reply) => {
    const { apiKey } = await run(runtime, readIndexNowKey, {}, visitor(request))
    if (apiKey !== request.params.key) return sendPage(request, reply)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(apiKey)
  })
  app.get('/robots.txt', async (request, reply) => sendKept(request, reply, robots))
  mountMapPage(app, { runtime, replies, css: [assets.fontsCss, assets.css], findMaintenance })
  mountSocialPictures(app, { runtime, limits })
  mountSitemap(app, { runtime, replies })

  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    forms.addHook('preHandler', async (request) => {
      // A form without fields has no body.
      if (request.method === 'POST') request.body ??= {}
    })
    const parts = { runtime, sendOwnPage }
    mountFormPages(forms, parts)
    for (const { t } of languages.map(languageWith)) {
      mountStatusPages(forms, parts, t)
      mountReviewPages(forms, parts, t)
      mountNewsletterPages(forms, parts, t)
    }
  })

  app.get('/*', (request, reply) => {
    // A canonical URL is the cache key (`keyOf`).
    const kept = replies.find(request.url)
    if (kept) sendKept(request, reply, kept)
    else if (isCall(request.url)) throw unknown()
    else return sendPage(request, reply)
    return undefined
  })
}

const isCall = (url: string) => url.startsWith('/api/')

/** Returns the cache key: the canonical path and query, which is also the URL of most requests. */
export function keyOf({
  path,
  lang = languages[0],
  ...query
}: {
  path: string
  lang?: LanguageCode
}): string {
  const local = localPath(languageWith(lang).t, path)
  return (encodedPath(local) ?? encodeURIComponent(local)) + queryText(Object.entries(query))
}

function splitUrl(url: string): { path: string; search: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  const raw = mark < 0 ? url : url.slice(0, mark)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  return { path: decodedText(raw), search, query: new URLSearchParams(search) }
}
