import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { addressOf } from '../languages/addresses.ts'
import { languageWith } from '../languages/catalogs.ts'
import { localPath } from '../languages/paths.ts'
import type { Translate } from '../languages/translate.ts'
import { type Page, pageAddress, readPage } from '../modules/content/module.ts'
import { readSiteMode } from '../modules/settings/module.ts'
import type { PageDocuments } from './pageDocuments.ts'
import { type CachedResponse, sendKept } from './replies.ts'
import { visitor } from './sessions.ts'

interface Own {
  /** Query parameters for `readPage`, instead of the request's parameters. */
  query?: Record<string, string>
  fill?(page: Page): void
  /** Status that replaces the page's own. */
  status?: number
  headers?: Record<string, string>
}

/** Sends a page for one visitor without caching it. */
export type SendOwnPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  own: Own,
) => Promise<FastifyReply>

export interface OwnPageParts {
  runtime: Runtime
  sendOwnPage: SendOwnPage
}

/** Returns the maintenance page for a caller who must not see the site; null for others. */
export type FindMaintenance = (request: FastifyRequest, path: string) => Promise<CachedResponse | null>

interface Parts {
  runtime: Runtime
  documents: PageDocuments
}

export function maintenanceFinder(
  { replies, sessions }: FastifyInstance,
  { runtime, documents }: Parts,
): FindMaintenance {
  return async (request, path) => {
    const { isLive } = await run(runtime, readSiteMode, {}, visitor(request))
    if (isLive || (await sessions.staff(request))) return null
    const { version } = replies
    const page = await run(runtime, readPage, addressOf(path), anyone)
    return page.status === 503 ? documents.ofStatus(page, version) : null
  }
}

export function ownPageSender(
  { limits, sessions }: FastifyInstance,
  { runtime, documents, findMaintenance }: Parts & { findMaintenance: FindMaintenance },
): SendOwnPage {
  return async (request, reply, path, { query, fill, status, headers }) => {
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
      return sendKept(request, reply, documents.own({ ...page, status: status ?? page.status }, headers))
    })
  }
}

/** Headers of a page whose URL contains a token. Other sites must not receive the token as a referrer. */
export const tokenHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** Points the page's language switch to the translations of the Italian `path`. */
export function setVersions(page: Page, path: string): void {
  page.versions = page.versions.map((one) => ({
    ...one,
    path: localPath(languageWith(one.language).t, path),
  }))
}

/** Returns the errors that a form shows. The error has no path if the refusal names no field. */
export function formErrors(refusal: HttpError, t: Translate) {
  const { detail, errors } = refusal.in(t)
  return errors.length > 0 ? errors : [{ path: '', message: detail }]
}

/** Returns a handler of errors that runs `instead` for an HttpError 404, and rethrows other errors. */
export const ifUnknown =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (error instanceof HttpError && error.status === 404) return instead()
    throw error
  }
