import type { FastifyRequest } from 'fastify'
import { countPageVisit } from '../modules/index.ts'

/** Counts a visit to an address that moved, went or never was; the site that linked here is kept without its path. */
export function countVisit(request: FastifyRequest, status: number, path: string, ownHost: string): void {
  if (status !== 301 && status !== 404 && status !== 410) return
  const { referer } = request.headers
  const host = referer && URL.canParse(referer) ? new URL(referer).hostname.slice(0, 255) : null
  countPageVisit(status, path, host === ownHost ? null : host || null)
}
