import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Secrets } from '../../../platform/secret.ts'
import type { Lead } from '../lead.ts'

type Linked = Pick<Lead, 'code'> & Partial<Pick<Lead, 'language'>>

/** Returns the URL of the status page in the customer's language. The signature in the URL grants access. */
export const statusLink = (lead: Linked, context: Context) => context.site.origin + statusPath(lead, context)

export function statusPath(
  { code, language = officeLanguage }: Linked,
  { secrets }: Pick<Context, 'secrets'>,
): string {
  return localPath(
    languageWith(language).t,
    `/richiesta/${code}-${secrets.signatureOf(signedOf(code, 'lead'))}/`,
  )
}

/** A token opens either the status page or the review form of a lead. */
export type TokenUse = 'lead' | 'review'

export const reviewTokenOf = (code: string, secrets: Secrets) =>
  `${code}-${secrets.signatureOf(signedOf(code, 'review'))}`

/** Returns the lead code of a token with a valid signature, otherwise null. */
export function codeOf(token: string, secrets: Secrets, use: TokenUse): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code, use), signature) ? code : null
}

const signedOf = (code: string, use: TokenUse) => `${use} ${code}`
