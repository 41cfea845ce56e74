import type { FastifyRequest } from 'fastify'
import type { Context } from '../kernel/context.ts'
import type { Limit } from '../kernel/message.ts'
import { countPageVisit, networkGroups } from '../modules/content/module.ts'
import { countedAs } from './countedAs.ts'
import type { Limits } from './limits.ts'

/** Maximum counted visits of one network to unknown URLs, so that invented URLs cannot fill the list. */
const missedVisits: Limit = { bucket: 'missed pages', max: 20, seconds: 3600 }

interface Parts {
  limits: Limits
  context: Context
}

export type CountVisit = (request: FastifyRequest, status: number, path: string) => Promise<void>

/** Counts visits to redirected, unknown and removed pages. Stores only the domain of the referring page. */
export function visitCounter({ limits, context }: Parts): CountVisit {
  const isWithin = limits.isWithin(missedVisits)
  const ownHost = new URL(context.site.origin).hostname
  return async (request, status, path) => {
    if (status !== 301 && status !== 404 && status !== 410) return
    if (status === 404 && !(await isWithin(request))) return
    const { referer } = request.headers
    const host = URL.parse(referer ?? '')?.hostname.slice(0, 255)
    const [byte = 0] = Buffer.from(context.secrets.fingerprint(countedAs(request.ip)), 'base64url')
    const group = byte % networkGroups
    countPageVisit(context, status, path, { referrerHost: host && host !== ownHost ? host : null, group })
  }
}
