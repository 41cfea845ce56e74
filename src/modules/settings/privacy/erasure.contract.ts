import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { event } from '../../../kernel/message.ts'

/**
 * Asks every module to erase a person. Settings declares the event, because every module may import settings.
 * `addressHashes` are keyed hashes of e-mail addresses (`erasureHash`), so that the event reveals none of them.
 */
export const personErased = event(
  'leads:personErased',
  Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
)
