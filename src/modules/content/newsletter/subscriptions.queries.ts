import type { Sql, Tx } from '../../../platform/db.ts'

export interface StoredSubscription {
  email: string
  consentVersion: string | null
  language: string
  requestedAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
}

/** Returns up to 100 subscriptions, also ended ones, whose e-mail address matches the SQL pattern `like`. */
export async function subscriptionsLike(sql: Sql | Tx, like: string): Promise<StoredSubscription[]> {
  return sql<StoredSubscription[]>`
    select email, consent_version, language, requested_at, confirmed_at, ended_at
    from newsletter_subscriptions where email ilike ${like} order by id limit 100`
}
