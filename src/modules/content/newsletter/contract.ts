import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'

// Who gets the newsletter, as staff see it.

const SubscriberState = Type.Union(
  [Type.Literal('confermata'), Type.Literal('in attesa'), Type.Literal('annullata')],
  { message: 'Stato non valido' },
)

export const Subscriber = Type.Object({
  id: Id,
  email: Type.String(),
  state: SubscriberState,
  /** The version of the privacy notice that was agreed to. */
  consentVersion: Nullable(Type.String()),
  requestedAt: Moment,
  confirmedAt: Nullable(Moment),
  endedAt: Nullable(Moment),
})
export type Subscriber = Static<typeof Subscriber>

const filters = { ...listInput('email', 'requestedAt', 'confirmedAt'), state: Type.Optional(SubscriberState) }

export const ListSubscribers = query(
  'GET /api/admin/newsletter-subscriptions',
  'admin',
  Type.Object(filters),
  listOf(Subscriber),
)

export const EndSubscription = command(
  'POST /api/admin/newsletter-subscriptions/:id/end',
  'admin',
  ById,
  Subscriber,
  { summary: 'For who asks for it by phone or mail; a second time changes nothing' },
)

export const ExportSubscribers = query(
  'GET /api/admin/newsletter-subscriptions/export.csv',
  'superAdmin',
  Type.Object({}),
  Type.String(),
  { summary: 'The confirmed addresses as CSV: nobody else may be written to', replyType: 'text/csv' },
)
