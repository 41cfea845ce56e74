import { type Static, Type } from '@sinclair/typebox'
import { Id, Moment } from '../../../kernel/field.ts'
import { event, internalCommand } from '../../../kernel/message.ts'

/** Report with the provider's own event name. */
const MailEvent = Type.Object({
  event: Type.String({ maxLength: 60 }),
  /** Ids of the mail: the provider's id and the Message-ID. */
  ids: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 3 }),
  at: Moment,
  reason: Type.String({ maxLength: 1_000 }),
})
export type MailEvent = Static<typeof MailEvent>

/** Brevo does not sign its reports, so the token authenticates the sender. */
export const RecordMailEvents = internalCommand(
  'integrations:recordMailEvents',
  Type.Object({
    token: Type.String({ maxLength: 100 }),
    events: Type.Array(MailEvent, { maxItems: 100 }),
  }),
  Type.Object({}),
)

/** A provider or a mail server has reported what became of a mail. */
export const mailReported = event('integrations:mailReported', Type.Object({ mailId: Id }))
