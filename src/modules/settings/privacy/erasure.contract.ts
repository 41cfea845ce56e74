import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { event } from '../../../kernel/message.ts'

/**
 * Every module must erase this person's data. Declared here because every module reads settings.
 * Addresses are keyed hashes (`erasureHash`), so the event reveals nothing about the person.
 */
export const personErased = event(
  'leads:personErased',
  Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
)
