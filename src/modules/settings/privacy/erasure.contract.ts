import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { event } from '../../../kernel/message.ts'

/**
 * Emitted when staff erase a person. Each module then deletes its data about the person. The settings module declares
 * the event, because every module may import settings.
 * `addressHashes` are keyed (`erasureHash`), so that the event reveals no e-mail address.
 */
export const personErased = event(
  'leads:personErased',
  Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
)
