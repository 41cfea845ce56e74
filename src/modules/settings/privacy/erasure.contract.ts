import { Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { act } from '../../../kernel/message.ts'

/** Each module deletes its data about the person. The `addressHashes` are keyed and reveal no e-mail address. */
export const personErased = act('settings:personErased', 'Dati di una persona cancellati', {
  fields: {
    leads: 'Richieste',
    mails: 'Email',
    newsletter: 'Newsletter',
    keptSheets: 'Fogli di servizio conservati',
  },
  payload: Type.Object({
    leads: Type.Array(Type.Object({ kind: Type.String(), leadId: Id })),
    addressHashes: Type.Array(Type.String()),
  }),
  formerTypes: ['leads:personErased'],
})
