import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { placesByText } from '../../catalog/book/understood.queries.ts'
import { PostReview, reviewPosted } from './contract.ts'
import { reviewedRide } from './reviewLinks.queries.ts'

export const postReview = handle(PostReview, async (tx, { token, ...review }, _, context) => {
  const { lead, ride } = await reviewedRide(tx, token, context)
  // Stores places of the catalog instead of the customer's text, which may contain a private address.
  const placeOf = await placesByText(tx)
  const { rating, text, name, language = lead.language } = review
  const [row] = await tx<[{ id: number }?]>`
    insert into reviews ${tx({
      lead_kind: lead.kind,
      lead_id: lead.id,
      departure_id: placeOf(ride.from)?.id ?? null,
      destination_id: placeOf(ride.to)?.id ?? null,
      month: ride.month,
      rating,
      text,
      name,
      language,
    })} on conflict (lead_kind, lead_id) do nothing returning id`
  if (!row) throw new HttpError(409, (t) => t('api.reviewTwice'))
  await emit(tx, reviewPosted, { reviewId: row.id })
  return row
})
