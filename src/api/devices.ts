import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'
import { openTokens } from './tokens.ts'

// A browser that has logged in gets a signed cookie, so that log-ins of other browsers do not delay its own. The cookie
// alone grants no access, and is void once the account's password changes.

const lifeSeconds = 90 * 24 * 3600
const accountsMax = 10

export interface Device {
  adminUserId: number
  deviceId: string
  /** The account's `passwordStamp` at the time of the log-in. */
  stamp: string
}

export interface Devices {
  of(request: FastifyRequest): Device[]
  /** The cookie lasts 90 days. */
  remember(reply: FastifyReply, account: { id: number; stamp: string }, deviceId: string | null): void
}

export async function openDevices(
  app: FastifyInstance,
  config: Pick<Config, 'secretKey' | 'previousSecretKeys'>,
  cookie: { prefix: string; options: object },
): Promise<Devices> {
  const tokens = await openTokens(app, config, {
    namespace: 'device',
    purpose: 'known devices',
    lifeSeconds,
  })

  function deviceIn(token: string): Device | null {
    const { account, device, stamp } = tokens.verify(token) ?? {}
    return typeof account === 'number' && typeof device === 'string' && typeof stamp === 'string'
      ? { adminUserId: account, deviceId: device, stamp }
      : null
  }

  return {
    of: ({ headers }) =>
      Object.entries(app.parseCookie(headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(cookie.prefix))
        .slice(0, accountsMax)
        .flatMap(([, token]) => deviceIn(token ?? '') ?? []),
    remember(reply, { id, stamp }, deviceId) {
      const token = tokens.sign({ account: id, device: deviceId ?? randomUUID(), stamp })
      reply.setCookie(cookie.prefix + id, token, { ...cookie.options, maxAge: lifeSeconds })
    },
  }
}
