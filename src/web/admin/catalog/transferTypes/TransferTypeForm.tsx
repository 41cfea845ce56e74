import {
  CreateTransferType,
  ListTransferTypes,
  ReadTransferType,
  SaveTransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { FormCheck, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateTransferType,
  change: SaveTransferType,
  read: ReadTransferType,
  initial: { name: '', description: '', isActive: true },
  title: { created: 'Nuova tipologia', edited: 'Modifica tipologia' },
  save: { created: 'Crea tipologia', edited: 'Aggiorna tipologia' },
  done: { created: 'Tipologia creata', edited: 'Tipologia aggiornata' },
  failed: { created: 'Impossibile creare la tipologia', edited: 'Impossibile aggiornare la tipologia' },
  list: 'tipologie-transfer/',
  renews: [ListTransferTypes.http],
  Fields: TransferTypeFields,
})

function TransferTypeFields({ form }: Fields<typeof CreateTransferType>) {
  return (
    <>
      <FormText form={form} name="name" />
      <FormText form={form} name="description" />
      <FormCheck form={form} name="isActive" hint="Si può scegliere per le tratte." />
    </>
  )
}
