import { on } from '../../../kernel/message.ts'
import { customerMailReported } from './contract.ts'

/** Keeps `updated_at`, so that staff can still save forms that they have open. */
export const markForCall = on(
  'leads:markForCall',
  customerMailReported,
  async ({ kind, leadId, hasBounced }, { eventId, write }) => {
    await write`
      update leads set call_instead = ${hasBounced}, call_instead_event_id = ${eventId}
      where kind = ${kind} and id = ${leadId} and coalesce(call_instead_event_id, 0) < ${eventId}`
  },
)
