import { useParams } from 'react-router'
import {
  CreateTransferType,
  ListTransferTypes,
  ReadTransferType,
  SaveTransferType,
  type TransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Form, FormCheck, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function TransferTypeForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuova tipologia</Title>
      <Editor key="nuova" type={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const type = useQueryCall(ReadTransferType, { id }, { isUncached: true })
  return (
    <>
      <Title>Modifica tipologia</Title>
      <Answer of={type}>{(values) => <Editor key={values.id} type={values} />}</Answer>
    </>
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
    list: '/admin/tipologie-transfer/',
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
