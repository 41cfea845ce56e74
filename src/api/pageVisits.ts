import type { FastifyRequest } from 'fastify'
import type { Limit } from '../kernel/message.ts'
import { countedAs } from '../kernel/run.ts'
import { countPageVisit, networkGroups } from '../modules/content/module.ts'
import { fingerprint } from '../platform/config.ts'
import type { ReadLimits } from './limits.ts'

/** Visits of one network to unknown addresses that are counted: a few wrong links, not a list of invented ones. */
const missedVisits: Limit = { bucket: 'missed pages', max: 20, seconds: 3600 }

interface Parts {
  limits: ReadLimits
  secretKey: Buffer
  ownHost: string
}

export type CountVisit = (request: FastifyRequest, status: number, path: string) => void

/** Counts visits to addresses that moved, went or never were; of the site that linked here only the host is stored. */
export function visitCounter({ limits, secretKey, ownHost }: Parts): CountVisit {
  return (request, status, path) => {
    if (status !== 301 && status !== 404 && status !== 410) return
    const address = countedAs(request.ip)
    if (status === 404 && !limits.isWithin(missedVisits, address)) return
    const { referer } = request.headers
    const host = referer && URL.canParse(referer) ? new URL(referer).hostname.slice(0, 255) : null
    const [byte = 0] = Buffer.from(fingerprint(secretKey, address), 'base64url')
    const group = byte % networkGroups
    countPageVisit(status, path, { referrerHost: host === ownHost ? null : host || null, group })
  }
}
