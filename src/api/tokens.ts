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
  /** Each kind has keys of its own, so that no token of one opens what needs the other. */
  purpose: string
  lifeSeconds: number
}

export interface Tokens {
  sign(claims: object): string
  /** The claims of a token that we signed and that has not expired; null for anything else. */
  claimsIn(token: string): Record<string, unknown> | null
}

/** Signs with the present SECRET_KEY, and still accepts what a previous one signed: a new key ends no session. */
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
    claimsIn(token) {
      for (const options of attempts)
        try {
          return verify<Record<string, unknown>>(token, options)
        } catch {
          // Signed with another key, altered or expired.
        }
      return null
    },
  }
}
