import type { Context } from '../../../kernel/context.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { sealedColumn } from '../../../platform/encryptedColumns.ts'
import type { Secrets } from '../../../platform/secret.ts'

/** Where the token of a subscription is sealed. */
export const tokenPlace = sealedColumn('newsletter_subscriptions', 'token')

export interface Subscription {
  email: string
  isConfirmed: boolean
  requestedAt: Date
  confirmLink: string
  endLink: string
}

/**
 * What a mail to a subscriber is written from; null once the subscription has ended or was forgotten, and where its
 * token was sealed with a key that is gone: without its links no mail may go out.
 */
export async function readSubscription(
  read: Sql | Tx,
  id: number,
  { secrets, site }: Context,
): Promise<Subscription | null> {
  const [row] = await read<[{ email: string; token: string; isConfirmed: boolean; requestedAt: Date }?]>`
    select email, token, requested_at, confirmed_at is not null as is_confirmed
    from newsletter_subscriptions where id = ${id} and ended_at is null`
  const token = row && opened(row.token, id, secrets)
  if (!row || !token) return null
  const query = `?t=${token}`
  return {
    email: row.email,
    isConfirmed: row.isConfirmed,
    requestedAt: row.requestedAt,
    confirmLink: `${site.origin}/newsletter/conferma/${query}`,
    endLink: `${site.origin}/newsletter/disiscrizione/${query}`,
  }
}

function opened(sealed: string, id: number, secrets: Secrets): string | null {
  try {
    return secrets.open(sealed, tokenPlace(id))
  } catch {
    return null
  }
}
