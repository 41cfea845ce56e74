import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import type { Secrets } from '../../../platform/secret.ts'

export const tokenPlace = encryptedColumn('newsletter_subscriptions', 'token')

export interface Subscription {
  email: string
  language: LanguageCode
  isConfirmed: boolean
  requestedAt: Date
  confirmLink: string
  endLink: string
}

interface Row extends Pick<Subscription, 'email' | 'language' | 'isConfirmed' | 'requestedAt'> {
  token: string
}

/** Null if the subscription has ended, was deleted, or has a token that no known key decrypts. */
export async function readSubscription(
  read: Sql | Tx,
  id: number,
  { secrets, site }: Context,
): Promise<Subscription | null> {
  const [row] = await read<[Row?]>`
    select email, language, token, requested_at, confirmed_at is not null as is_confirmed
    from newsletter_subscriptions where id = ${id} and ended_at is null`
  const token = row && opened(row.token, id, secrets)
  if (!row || !token) return null
  const { t } = languageWith(row.language)
  const linkTo = (italianPath: string) => `${site.origin}${localPath(t, italianPath)}?t=${token}`
  return {
    email: row.email,
    language: row.language,
    isConfirmed: row.isConfirmed,
    requestedAt: row.requestedAt,
    confirmLink: linkTo('/newsletter/conferma/'),
    endLink: linkTo('/newsletter/disiscrizione/'),
  }
}

function opened(encrypted: string, id: number, secrets: Secrets): string | null {
  try {
    return secrets.decrypt(encrypted, tokenPlace(id))
  } catch {
    return null
  }
}
