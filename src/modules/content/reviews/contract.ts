import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Id,
  Language,
  Lines,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  titled,
} from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

/** Years after which the site hides a review and the worker deletes it. */
export const reviewYears = 2

const review = {
  id: Id,
  /** Stars from 1 to 5. */
  rating: Type.Integer(),
  text: Type.String(),
  /** Name that the customer chose to show; empty after the lead was deleted. */
  name: Type.String(),
  /** Language in which the customer wrote. */
  language: Language,
  /** Month of the ride, such as `2026-08`. */
  month: Type.String(),
  /** Null if the places of the ride are unknown. */
  route: Nullable(Type.Object({ from: Type.String(), to: Type.String() })),
  reply: Nullable(Type.String()),
}

/** Every review is verified, because customers can post a review only with the link of a finished ride. */
export const Review = Type.Object({ ...review, isVerified: Type.Literal(true) })
export type Review = Static<typeof Review>

/** `average` and `count` refer to all shown reviews, `items` may contain only some of them. */
export const ReviewList = Type.Object({
  /** Null without reviews. */
  average: Nullable(Type.Number()),
  count: Type.Integer(),
  items: Type.Array(Review),
})
export type ReviewList = Static<typeof ReviewList>

export const ListReviews = query(
  'GET /api/reviews',
  'public',
  Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    /** Language of the places' names. Texts of reviews are not translated. */
    lang: Maybe(10),
  }),
  Type.Object({ ...ReviewList.properties, page: Type.Integer(), totalPages: Type.Integer() }),
  {
    maxAgeSeconds: 5,
    summary: 'Reviews, newest first, with the average and the number of all visible reviews',
  },
)

export const StaffReview = Type.Object({
  ...review,
  leadKind: Type.String(),
  leadId: Id,
  hiddenAt: Nullable(Moment),
  hiddenReason: Nullable(Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type StaffReview = Static<typeof StaffReview>

export const ListStaffReviews = query(
  'GET /api/admin/reviews',
  ['operatore', 'redazione'],
  Type.Object(listInput('createdAt', 'rating')),
  listOf(StaffReview),
  { tables: ['reviews'], summary: 'Reviews, newest first, with the hidden ones; searches text and name' },
)

export const reviewAnswered = act('content:reviewAnswered', 'Risposta a una recensione', {
  fields: { hasReply: 'Con risposta' },
})

export const ReplyToReview = command(
  'POST /api/admin/reviews/:id/reply',
  ['operatore', 'redazione'],
  Type.Object({
    id: Id,
    /** Empty or null to remove the answer. */
    reply: titled('Risposta', MaybeLines(1000, { message: 'Scrivi al massimo 1000 caratteri' })),
  }),
  StaffReview,
  { acts: [reviewAnswered], summary: 'Saves the operator’s answer, which the site shows below the review' },
)

export const reviewHidden = act('content:reviewHidden', 'Recensione nascosta', {
  fields: { hiddenReason: 'Perché è nascosta' },
})

export const HideReview = command(
  'POST /api/admin/reviews/:id/hide',
  'admin',
  Type.Object({
    id: Id,
    reason: titled('Motivo', Lines(500, { message: 'Scrivi il motivo (al massimo 500 caratteri)' })),
  }),
  StaffReview,
  {
    acts: [reviewHidden],
    summary: 'Hides a review; the audit log keeps the reason; 409 if the review is already hidden',
  },
)

export const reviewShown = act('content:reviewShown', 'Recensione mostrata di nuovo', {
  fields: { hiddenReason: 'Perché è nascosta' },
})

export const ShowReview = command('POST /api/admin/reviews/:id/show', 'admin', ById, StaffReview, {
  acts: [reviewShown],
  summary: 'Shows a hidden review again; a second time changes nothing',
})
