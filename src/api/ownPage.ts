import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../modules/content/module.ts'
import type { CachedResponse } from './replies.ts'

interface Own {
  /** Query parameters with which the page is read. */
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
