import { type Static, Type } from '@sinclair/typebox'
import { Moment } from '../../../kernel/field.ts'
import { internalCommand } from '../../../kernel/message.ts'

/** A provider's report on one mail, in its own terms. */
const MailEvent = Type.Object({
  event: Type.String({ maxLength: 60 }),
  /** Ids the mail may be known by: the provider's and ours. */
  ids: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 3 }),
  at: Moment,
  reason: Type.String({ maxLength: 1_000 }),
})
export type MailEvent = Static<typeof MailEvent>

/**
 * Delivery reports after acceptance by the provider. The token authenticates the sender: Brevo signs nothing
 *.
 */
export const RecordMailEvents = internalCommand(
  'integrations:recordMailEvents',
  Type.Object({
    token: Type.String({ maxLength: 100 }),
    events: Type.Array(MailEvent, { maxItems: 100 }),
  }),
  Type.Object({}),
)
