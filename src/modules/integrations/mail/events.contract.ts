import { type Static, Type } from '@sinclair/typebox'
import { Moment } from '../../../kernel/field.ts'
import { internalCommand } from '../../../kernel/message.ts'

/** What a mail provider reports of one mail, in its own word for it. */
const MailEvent = Type.Object({
  event: Type.String({ maxLength: 60 }),
  /** Ids by which the mail may be known: the provider's, and what we sent along. */
  ids: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 3 }),
  at: Moment,
  reason: Type.String({ maxLength: 1_000 }),
})
export type MailEvent = Static<typeof MailEvent>

/** What becomes of mails after the provider has taken them. The token is the proof of who reports: Brevo signs nothing (providers.md 1.7). */
export const RecordMailEvents = internalCommand(
  'integrations:recordMailEvents',
  Type.Object({
    token: Type.String({ maxLength: 100 }),
    events: Type.Array(MailEvent, { maxItems: 100 }),
  }),
  Type.Object({}),
)
