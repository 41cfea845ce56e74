import type { Sql, Tx } from '../../../platform/db.ts'
import { sealedColumn } from '../../../platform/encryptedColumns.ts'
import { open } from '../../../platform/secret.ts'
import { siteOrigin } from '../../../platform/site.ts'

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
export async function readSubscription(read: Sql | Tx, id: number): Promise<Subscription | null> {
  const [row] = await read<[{ email: string; token: string; isConfirmed: boolean; requestedAt: Date }?]>`
    select email, token, requested_at, confirmed_at is not null as is_confirmed
    from newsletter_subscriptions where id = ${id} and ended_at is null`
  const token = row && opened(row.token, id)
  if (!row || !token) return null
  const query = `?t=${token}`
  return {
    email: row.email,
    isConfirmed: row.isConfirmed,
    requestedAt: row.requestedAt,
    confirmLink: `${siteOrigin()}/newsletter/conferma/${query}`,
    endLink: `${siteOrigin()}/newsletter/disiscrizione/${query}`,
  }
}

function opened(sealed: string, id: number): string | null {
  try {
    return open(sealed, tokenPlace(id))
  } catch {
    return null
  }
}
