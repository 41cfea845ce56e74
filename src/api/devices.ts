import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, deriveKey } from '../platform/config.ts'

// A browser that has logged in to an account carries a signed cookie for it, so that the failures of others do not hold
// it back (contract section 10). The cookie opens nothing by itself.

const lifeSeconds = 90 * 24 * 3600
const accountsMax = 10

export interface Device {
  adminUserId: number
  deviceId: string
}

export interface Devices {
  /** The accounts that this browser logged in to. */
  of(request: FastifyRequest): Device[]
  /** Remembers the browser for 90 days from now. */
  remember(reply: FastifyReply, adminUserId: number, deviceId: string | null): void
}

export function openDevices(
  app: FastifyInstance,
  { secretKey, previousSecretKeys }: Pick<Config, 'secretKey' | 'previousSecretKeys'>,
  cookie: { prefix: string; options: object },
): Devices {
  const keys = [secretKey, ...previousSecretKeys].map((secret) => deriveKey(secret, 'known devices'))
  const sign = createSigner({ key: keys[0] ?? '', algorithm: 'HS256', expiresIn: lifeSeconds * 1000 })
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'] }))

  function deviceIn(token: string): Device | null {
    for (const verify of verifiers)
      try {
        const { account, device }: { account?: unknown; device?: unknown } = verify(token)
        return typeof account === 'number' && typeof device === 'string'
          ? { adminUserId: account, deviceId: device }
          : null
      } catch {
        // Signed with another key, altered or expired.
      }
    return null
  }

  return {
    of: ({ headers }) =>
      Object.entries(app.parseCookie(headers.cookie ?? ''))
        .filter(([name]) => name.startsWith(cookie.prefix))
        .slice(0, accountsMax)
        .flatMap(([, token]) => deviceIn(token ?? '') ?? []),
    remember(reply, adminUserId, deviceId) {
      const token = sign({ account: adminUserId, device: deviceId ?? randomUUID() })
      reply.setCookie(cookie.prefix + adminUserId, token, { ...cookie.options, maxAge: lifeSeconds })
    },
  }
}
