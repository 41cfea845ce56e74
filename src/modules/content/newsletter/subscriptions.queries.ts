import type { Sql, Tx } from '../../../platform/db.ts'

export interface StoredSubscription {
  email: string
  consentVersion: string | null
  language: string
  requestedAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
}

const columns = (sql: Sql | Tx) => sql`email, consent_version, language, requested_at, confirmed_at, ended_at`

/** Returns the subscriptions of these e-mail addresses, also ended ones. */
export function subscriptionsOf(sql: Sql | Tx, addresses: string[]): Promise<StoredSubscription[]> {
  return sql<StoredSubscription[]>`
    select ${columns(sql)} from newsletter_subscriptions
    where lower(email) = any(array(select lower(address) from unnest(${addresses}::text[]) as address)) order by id`
}

/** Returns up to 100 subscriptions, also ended ones, whose e-mail address matches the SQL pattern `like`. */
export async function subscriptionsLike(sql: Sql | Tx, like: string): Promise<StoredSubscription[]> {
  return sql<StoredSubscription[]>`
    select ${columns(sql)} from newsletter_subscriptions where email ilike ${like} order by id limit 100`
}
