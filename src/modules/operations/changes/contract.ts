import { Type } from '@sinclair/typebox'
import { query } from '../../../kernel/message.ts'

/** Only the API process answers this call, because it keeps the connection open. */
export const FollowChanges = query('GET /api/admin/events', 'operatore', Type.Object({}), Type.String(), {
  summary: 'What changes, as server-sent events: `event: change`, `data: {"table", "ids"}`',
  replyType: 'text/event-stream',
})
