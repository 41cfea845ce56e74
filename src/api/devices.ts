import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config.ts'
import { openTokens } from './tokens.ts'

// A browser that has logged in gets a signed cookie, so that failed log-ins of other browsers do not delay its own. The
// cookie alone grants no access.

const lifeSeconds = 90 * 24 * 3600
const accountsMax = 10

export interface Device {
  adminUserId: number
  deviceId: string
}

export interface Devices {
  of(request: FastifyRequest): Device[]
  /** The cookie lasts 90 days. */
  remember(reply: FastifyReply, adminUserId: number, deviceId: string | null): void
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
    const { account, device } = tokens.verify(token) ?? {}
    return typeof account === 'number' && typeof device === 'string'
      ? { adminUserId: account, deviceId: device }
      : null
  }

  return {
    of: ({ headers }) =>
      Object.entries(app.parseCookie(headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(cookie.prefix))
        .slice(0, accountsMax)
        .flatMap(([, token]) => deviceIn(token ?? '') ?? []),
    remember(reply, adminUserId, deviceId) {
      const token = tokens.sign({ account: adminUserId, device: deviceId ?? randomUUID() })
      reply.setCookie(cookie.prefix + adminUserId, token, { ...cookie.options, maxAge: lifeSeconds })
    },
  }
}
