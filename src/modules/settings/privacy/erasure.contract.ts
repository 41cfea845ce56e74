import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { event } from '../../../kernel/message.ts'

/** Each module deletes its data about the person. The `addressHashes` are keyed and reveal no e-mail address. */
export const personErased = event(
  'settings:personErased',
  Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
)
