import { Type } from '@sinclair/typebox'
import { Id, Language, Lines, Nullable, Text } from '../../../kernel/field.ts'
import { command, event, internalQuery } from '../../../kernel/message.ts'
import { LeadKind } from '../../leads/lead/contract.ts'

const token = Type.String({ maxLength: 80 })

export const PostReview = command(
  'POST /api/reviews/:token',
  'public',
  Type.Object({
    token,
    rating: Type.Integer({ minimum: 1, maximum: 5, message: (t) => t('check.reviewRating') }),
    text: Lines(1000, { message: (t) => t('check.reviewText') }),
    /** Name that the review shows. */
    name: Text(60, { message: (t) => t('check.reviewName') }),
    /** Language of the review; by default the language of the request. */
    language: Type.Optional(Language),
  }),
  Type.Object({ id: Id }),
  {
    status: 201,
    limit: { bucket: 'reviews', max: 10, seconds: 600 },
    summary: 'Posts a review by the link of a ride; 404 before the end of the ride, 409 the second time',
  },
)

/** Returns the ride that the customer reviews with the link, for the page with the review form. */
export const ReadReviewLink = internalQuery(
  'trips:readReviewLink',
  Type.Object({ token }),
  Type.Object({
    route: Nullable(Type.Object({ from: Type.String(), to: Type.String() })),
    /** Month of the ride, such as `2026-08`. */
    month: Type.String(),
    /** First name of the customer. */
    name: Type.String(),
    isPosted: Type.Boolean(),
  }),
)

export const reviewDue = event('trips:reviewDue', Type.Object({ kind: LeadKind, leadId: Id }))
export const reviewPosted = event('trips:reviewPosted', Type.Object({ reviewId: Id }))
