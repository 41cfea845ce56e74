import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { event } from '../../../kernel/message.ts'

/**
 * A person's data have to go, from every module that holds some. It stands here because every module reads settings;
 * leads emit it. The addresses are keyed hashes (`erasureHash`), so that the fact itself tells nothing of the person.
 */
export const personErased = event(
  'leads:personErased',
  Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
)
