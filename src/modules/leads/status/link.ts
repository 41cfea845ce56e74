import type { Context } from '../../../kernel/context.ts'
import type { Secrets } from '../../../platform/secret.ts'

/** Returns the URL of the status page. The URL alone grants access, because its signature cannot be guessed. */
export function statusLink({ code }: { code: string }, { secrets, site }: Context): string {
  return `${site.origin}/richiesta/${code}-${secrets.signatureOf(signedOf(code))}/`
}

/** Returns the lead code in a token with a valid signature; otherwise null. */
export function codeOf(token: string, secrets: Secrets): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code), signature) ? code : null
}

const signedOf = (code: string) => `lead ${code}`
