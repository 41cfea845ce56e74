import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Secrets } from '../../../platform/secret.ts'
import type { Lead } from './lead.queries.ts'

type Linked = Pick<Lead, 'code'> & Partial<Pick<Lead, 'language'>>

/** Returns the URL of the status page in the customer's language. The signature in the URL grants access. */
export const statusLink = (lead: Linked, context: Context) => context.site.origin + statusPath(lead, context)

/**
 * Returns the URL of the status page that shows the lead but cannot change it. For files that customers share, such as
 * a calendar. Erasing the lead ends this URL with the other one.
 */
export const viewLink = (lead: Linked, context: Context) =>
  context.site.origin + pathOf(lead, 'view', context)

export const statusPath = (lead: Linked, context: Pick<Context, 'secrets'>): string =>
  pathOf(lead, 'lead', context)

function pathOf(
  { code, language = officeLanguage }: Linked,
  use: TokenUse,
  { secrets }: Pick<Context, 'secrets'>,
): string {
  return localPath(
    languageWith(language).t,
    `/richiesta/${code}-${secrets.signatureOf(signedOf(code, use))}/`,
  )
}

/** A token opens the status page of a lead, the same page without any act, or the lead's review form. */
export type TokenUse = 'lead' | 'view' | 'review'

export const reviewTokenOf = (code: string, secrets: Secrets) =>
  `${code}-${secrets.signatureOf(signedOf(code, 'review'))}`

/** Returns the lead code of a token with a valid signature, otherwise null. */
export function codeOf(token: string, secrets: Secrets, use: TokenUse): string | null {
  const [, code = '', signature = ''] = token.match(/^([2-9A-HJKMNP-Z]{6})-([A-Za-z0-9_-]{22})$/) ?? []
  return secrets.isSignatureOf(signedOf(code, use), signature) ? code : null
}

const signedOf = (code: string, use: TokenUse) => `${use} ${code}`
