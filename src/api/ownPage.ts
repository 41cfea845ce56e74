import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../modules/content/module.ts'
import type { CachedResponse } from './replies.ts'

interface Own {
  /** Parameters in the address of the page. */
  query?: Record<string, string>
  /** Adds to the page what the API process knows about this visitor. */
  fill?(page: Page): void
  /** The page's own status if omitted. */
  status?: number
  headers?: Record<string, string>
}

/** Sends a page that differs between visitors, without caching it. */
export type SendOwnPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  own: Own,
) => Promise<FastifyReply>

/** Returns the maintenance page for a caller who must not see the site now; null for other callers. */
export type FindMaintenance = (request: FastifyRequest, path: string) => Promise<CachedResponse | null>
