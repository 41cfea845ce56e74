import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageWith } from '../languages/catalogs.ts'
import { localPath } from '../languages/paths.ts'
import type { Page } from '../modules/content/module.ts'
import type { CachedResponse } from './replies.ts'

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

/** Returns the maintenance page for a caller who must not see the site; null for others. */
export type FindMaintenance = (request: FastifyRequest, path: string) => Promise<CachedResponse | null>

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
