import { Type } from '@sinclair/typebox'
import { query } from '../../../kernel/message.ts'
import { officeRoles } from '../../../kernel/role.ts'

/** This call has no handler. The API process answers it with a separate route, because the connection stays open. */
export const FollowChanges = query('GET /api/admin/events', officeRoles, Type.Object({}), Type.String(), {
  summary: 'Changed rows as server-sent events: `event: change`, `data: {"table", "ids"}`',
  replyType: 'text/event-stream',
})
