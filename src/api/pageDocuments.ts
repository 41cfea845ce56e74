import { createHash } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { anyone, type Caller } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { languageWith } from '../languages/catalogs.ts'
import type { LanguageCode } from '../languages/messages.ts'
import type { Language } from '../languages/translate.ts'
import {
  drawMapOf,
  type Page,
  previewPage,
  readPage,
  tooManyRequestsPath,
  unavailablePath,
} from '../modules/content/module.ts'
import type { Assets } from '../web/assets.ts'
import { builtAssets, dist } from './assets.ts'
import { type CachedResponse, finished } from './replies.ts'

/** The module that Vite builds from src/web/server.tsx. */
interface Renderer {
  render(
    page: Page,
    extras: { assets: Assets; map: string; language: Language },
  ): { html: string; styles: string }
}

type Headers = Record<string, string>

const type = { 'content-type': 'text/html; charset=utf-8' }
/** A proxy must ask the API for each page with an error status, because the API counts visits to unknown pages. */
const unshared = { ...type, 'cache-control': 'no-cache' }
const preview = { ...type, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

const statusHeaders: Record<number, Headers> = {
  429: { ...type, 'cache-control': 'no-store', 'retry-after': '60' },
  // Asks robots to come back in an hour.
  503: { ...type, 'cache-control': 'no-store', 'retry-after': '3600' },
}

const unavailableHeaders = { ...type, 'cache-control': 'no-store', 'retry-after': '5' }

/** Key of a page for a status such as 404 or 503, which many URLs share. Few paths are canonical ones of such pages. */
const statusKey = (status: number, what: string, { language, path }: Pick<Page, 'language' | 'path'>) =>
  `${status} ${what} ${language} ${path}`

export type PageDocuments = Awaited<ReturnType<typeof openPageDocuments>>

/** Returns the functions that make a response of a page. */
export async function openPageDocuments({ replies, sharedHeaders }: FastifyInstance, runtime: Runtime) {
  // Vite writes the file, so its type is declared by hand.
  const { render }: Renderer = await import(pathToFileURL(path.join(dist, 'server', 'server.js')).href)
  const assets = builtAssets()
  const shared = { ...type, ...sharedHeaders(0) }

  /** Renders the page. Its security policy allows its own inline styles only. */
  function rendered(page: Page, map: string, headers: Headers): CachedResponse {
    const { html, styles } = render(page, { assets, map, language: languageWith(page.language) })
    const hash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
    return finished(page.status, headers, html, (policy) =>
      policy.replace("style-src 'self'", `style-src 'self' ${hash}`),
    )
  }

  async function withMap(page: Page, headers: Headers): Promise<CachedResponse> {
    const path = page.view.kind === 'maintenance' ? '/' : page.path
    const map = await run(runtime, drawMapOf, { path, lang: page.language }, anyone)
    return rendered(page, map, headers)
  }

  /** Returns the page for a status such as 404 or 503. All URLs with the same status, kind, language and canonical path share it. */
  function ofStatus(page: Page, version: number): Promise<CachedResponse> {
    const what = 'what' in page.view ? page.view.what : page.view.kind
    const headers = page.view.kind === 'unavailable' ? unavailableHeaders : statusHeaders[page.status]
    const make = () => withMap(page, headers ?? unshared)
    return replies.answer(null, statusKey(page.status, what, page), make, version)
  }

  return {
    ofStatus,
    /** Returns a page that is the same for everybody. */
    shared: (page: Page) => withMap(page, page.status === 200 ? shared : unshared),
    /** Returns a page without map for one visitor, which nobody stores. */
    own: (page: Page, headers: Headers = {}) =>
      rendered(page, '', { ...type, 'cache-control': 'no-store', ...headers }),
    /** Renders the page for staff without the cache. */
    async preview(address: object, caller: Caller, day?: string): Promise<CachedResponse> {
      const page = day
        ? await run(runtime, previewPage, { ...address, day }, caller)
        : await run(runtime, readPage, address, caller)
      if (page.location) return finished(page.status, { location: page.location }, '')
      return withMap(page, page.isPreview || day ? preview : (statusHeaders[page.status] ?? unshared))
    },
    /** Returns the page for a refusal from the cache, because many refusals must cost little. */
    async ofRefusal(status: 429 | 503, lang: LanguageCode): Promise<CachedResponse> {
      const [what, path] =
        status === 429 ? ['tooManyRequests', tooManyRequestsPath] : ['unavailable', unavailablePath]
      const cached = replies.find(statusKey(status, what, { language: lang, path }))
      if (cached) return cached
      const { version } = replies
      return ofStatus(await run(runtime, readPage, { path, lang }, anyone), version)
    },
  }
}
