import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../modules/content/module.ts'
import type { Kept } from './replies.ts'

interface Own {
  /** Adds what the host knows about this visitor to the page. */
  fill?(page: Page): void
  /** By default the page's status. */
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

/** Returns the maintenance page for a caller who may not see the site now; null for all others. */
export type FindMaintenance = (request: FastifyRequest, path: string) => Promise<Kept | null>
