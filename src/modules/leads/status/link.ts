import type { Context } from '../../../kernel/context.ts'
import type { Secrets } from '../../../platform/secret.ts'

/** Returns the status page's URL; its signature is unguessable, so the link alone grants access. */
export function statusLink({ code }: { code: string }, { secrets, site }: Context): string {
  return `${site.origin}/richiesta/${code}-${secrets.signatureOf(signedOf(code))}/`
}

/** Returns the code of a token with a valid signature; otherwise null. */
export function codeOf(token: string, secrets: Secrets): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code), signature) ? code : null
}

const signedOf = (code: string) => `lead ${code}`
