import { Type } from '@sinclair/typebox'
import { query } from '../../../kernel/message.ts'

/** The API process answers this call, because it alone keeps connections open. */
export const FollowChanges = query('GET /api/admin/events', 'operatore', Type.Object({}), Type.String(), {
  summary: 'What changes, as server-sent events: `event: change`, `data: {"table", "ids"}`',
  replyType: 'text/event-stream',
})
