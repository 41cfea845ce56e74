import type { Sql, Tx } from '../../../platform/db.ts'
import type { StaffReview } from './contract.ts'

/** The panel's page Oggi counts only reviews of the last 14 days, because not every review needs an answer. */
const newDays = 14

export async function countNewReviews(read: Sql, now: Date): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from reviews
    where reply is null and hidden_at is null and created_at > ${now}::timestamptz - make_interval(days => ${newDays})`
  return count
}

export type NewReview = Pick<StaffReview, 'rating' | 'text' | 'name'> & { createdAt: Date }

export async function newReviewOf(
  sql: Sql | Tx,
  { kind, id }: { kind: string; id: number },
): Promise<NewReview | null> {
  const [review] = await sql<[NewReview?]>`
    select rating, text, name, created_at from reviews
    where lead_kind = ${kind} and lead_id = ${id} and hidden_at is null`
  return review ?? null
}
