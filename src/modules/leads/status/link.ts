import type { Context } from '../../../kernel/context.ts'
import type { Secrets } from '../../../platform/secret.ts'

/** The page where a customer sees how far the request is: for whoever has the link, and nobody can guess one. */
export function statusLink({ code }: { code: string }, { secrets, site }: Context): string {
  return `${site.origin}/richiesta/${code}-${secrets.signatureOf(signedOf(code))}/`
}

/** The code in a token whose signature is ours; null for any other text. */
export function codeOf(token: string, secrets: Secrets): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code), signature) ? code : null
}

const signedOf = (code: string) => `lead ${code}`
