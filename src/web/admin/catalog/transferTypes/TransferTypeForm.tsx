import {
  CreateTransferType,
  ListTransferTypes,
  ReadTransferType,
  SaveTransferType,
  type TransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Form, FormCheck, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function TransferTypeForm() {
  return (
    <ThingScreen
      read={ReadTransferType}
      titles={{ created: 'Nuova tipologia', edited: 'Modifica tipologia' }}
    >
      {(type) => <Editor type={type} />}
    </ThingScreen>
  )
}

function Editor({ type }: { type: TransferType | null }) {
  const { form, leave } = useThingForm({
    create: CreateTransferType,
    change: SaveTransferType,
    read: ReadTransferType,
    row: type,
    initial: { name: '', description: '', isActive: true },
    done: type ? 'Tipologia aggiornata' : 'Tipologia creata',
    failed: type ? 'Impossibile aggiornare la tipologia' : 'Impossibile creare la tipologia',
    list: adminPath('tipologie-transfer/'),
    renews: [ListTransferTypes.http, ReadTransferType.http],
  })
  return (
    <Form form={form} save={type ? 'Aggiorna tipologia' : 'Crea tipologia'} onCancel={leave}>
      <FormText form={form} name="name" label="Nome" />
      <FormText form={form} name="description" label="Descrizione" />
      <FormCheck form={form} name="isActive" label="Attiva" hint="Si può scegliere per le tratte." />
    </Form>
  )
}
