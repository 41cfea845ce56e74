import type { FastifyRequest } from 'fastify'
import type { Context } from '../kernel/context.ts'
import type { Limit } from '../kernel/message.ts'
import { countMissed, countRedirect, networkGroups } from '../modules/content/module.ts'
import { countedAs } from './countedAs.ts'
import type { Limits } from './limits.ts'

/** Maximum counted visits of one network to unknown URLs, so that invented URLs cannot fill the list. */
const missedVisits: Limit = { bucket: 'missed pages', max: 20, seconds: 3600 }

/** A response to a URL. */
interface Visit {
  status: number
  /** Decoded path of the URL. */
  path: string
  /** Text after `?`. */
  search: string
  /** Stored old address of the redirect (301 or 410), if there was one. */
  redirect?: string | undefined
}

export type CountVisit = (request: FastifyRequest, visit: Visit) => Promise<void>

/** Counts visits to redirects and to unknown pages. Stores only the domain of the referring page. */
export function visitCounter(limits: Limits, context: Context): CountVisit {
  const isWithin = limits.isWithin(missedVisits)
  const ownHost = new URL(context.site.origin).hostname
  return async (request, { status, path, search, redirect }) => {
    if (redirect !== undefined) return countRedirect(context, redirect)
    if (status !== 404 || !(await isWithin(request))) return
    const { referer } = request.headers
    const host = URL.parse(referer ?? '')?.hostname.slice(0, 255)
    const [byte = 0] = Buffer.from(context.secrets.fingerprint(countedAs(request.ip)), 'base64url')
    const group = byte % networkGroups
    const referrerHost = host && host !== ownHost ? host : null
    countMissed(context, { path, search, referrerHost, group })
  }
}
