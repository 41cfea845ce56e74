import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import {
  HideReview,
  ReplyToReview,
  reviewAnswered,
  reviewHidden,
  reviewShown,
  ShowReview,
} from './contract.ts'
import { findReview } from './staffReviews.ts'

// These commands write no text of customers into the audit log, which is never deleted.

export const replyToReview = handle(ReplyToReview, async (tx, { id, reply }, caller) => {
  const before = await findReview(tx, id)
  await tx`update reviews set reply = ${reply || null}, updated_at = now() where id = ${id}`
  const after = await findReview(tx, id)
  const [hadReply, hasReply] = [before, after].map((one) => one.reply !== null)
  await audit(tx, caller, reviewAnswered, `reviews/${id}`, { hasReply: hadReply }, { hasReply })
  return after
})

export const hideReview = handle(HideReview, async (tx, { id, reason }, caller) => {
  const { hiddenReason } = await findReview(tx, id)
  const [hidden] = await tx`
    update reviews set hidden_at = now(), hidden_reason = ${reason}, updated_at = now()
    where id = ${id} and hidden_at is null returning id`
  if (!hidden) throw new HttpError(409, 'La recensione è già nascosta.')
  await audit(tx, caller, reviewHidden, `reviews/${id}`, { hiddenReason }, { hiddenReason: reason })
  return findReview(tx, id)
})

export const showReview = handle(ShowReview, async (tx, { id }, caller) => {
  const { hiddenReason } = await findReview(tx, id)
  const [shown] = await tx`
    update reviews set hidden_at = null, hidden_reason = null, updated_at = now()
    where id = ${id} and hidden_at is not null returning id`
  if (shown) await audit(tx, caller, reviewShown, `reviews/${id}`, { hiddenReason }, { hiddenReason: null })
  return findReview(tx, id)
})
