import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../modules/content/module.ts'
import type { Kept } from './replies.ts'

interface Own {
  /** Puts what the host knows of this visitor into the page. */
  fill?(page: Page): void
  /** Of the page unless said. */
  status?: number
  headers?: Record<string, string>
}

/** Sends a page that differs from visitor to visitor, so that nobody keeps it. */
export type SendOwnPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  own: Own,
) => Promise<FastifyReply>

/** The maintenance page, for whoever may not see the site now; null for everyone else. */
export type FindMaintenance = (request: FastifyRequest, path: string) => Promise<Kept | null>
