import type { Context } from '../../../kernel/context.ts'
import type { Secrets } from '../../../platform/secret.ts'

/** Returns the URL of the status page, to which its signature grants access. */
export const statusLink = (lead: { code: string }, context: Context) =>
  context.site.origin + statusPath(lead, context)

export function statusPath({ code }: { code: string }, { secrets }: Pick<Context, 'secrets'>): string {
  return `/richiesta/${code}-${secrets.signatureOf(signedOf(code))}/`
}

/** Returns the lead code in a token with a valid signature; otherwise null. */
export function codeOf(token: string, secrets: Secrets): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code), signature) ? code : null
}

const signedOf = (code: string) => `lead ${code}`
