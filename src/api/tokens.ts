import jwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import { type Config, deriveKey } from '../platform/config.ts'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    namespaces: 'session' | 'device'
  }
}

const algorithm = 'HS256'

interface Kind {
  namespace: 'session' | 'device'
  /** Each purpose has its own keys, so a token made for one purpose is invalid for another. */
  purpose: string
  lifeSeconds: number
}

export interface Tokens {
  sign(claims: object): string
  /** Returns null for an expired token, or for a token that this server did not sign. */
  verify(token: string): Record<string, unknown> | null
}

/** Signs with SECRET_KEY and accepts tokens of previous keys, so that a new key ends no session. */
export async function openTokens(
  app: FastifyInstance,
  { secretKey, previousSecretKeys }: Pick<Config, 'secretKey' | 'previousSecretKeys'>,
  { namespace, purpose, lifeSeconds }: Kind,
): Promise<Tokens> {
  const keyOf = (secret: Buffer) => deriveKey(secret, purpose)
  await app.register(jwt, {
    namespace,
    secret: keyOf(secretKey),
    sign: { algorithm, expiresIn: lifeSeconds },
    verify: { algorithms: [algorithm] },
  })
  const { sign, verify } = app.jwt[namespace]
  const attempts = [undefined, ...previousSecretKeys.map((secret) => ({ key: keyOf(secret) }))]
  return {
    sign: (claims) => sign(claims),
    verify(token) {
      for (const options of attempts)
        try {
          return verify<Record<string, unknown>>(token, options)
        } catch {
          // The token has expired, was altered or is signed with another key.
        }
      return null
    },
  }
}
