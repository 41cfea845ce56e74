import { useParams } from 'react-router'
import {
  type AnalyticsConfiguration,
  CreateAnalyticsConfiguration,
  ReadAnalyticsConfiguration,
  SaveAnalyticsConfiguration,
} from '../../../../modules/settings/analytics/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Form, FormCheck, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function AnalyticsForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuova configurazione</Title>
      <Fields row={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const configuration = useQueryCall(ReadAnalyticsConfiguration, { id })
  return (
    <>
      <Title>Modifica configurazione</Title>
      <Answer of={configuration}>{(row) => <Fields row={row} />}</Answer>
    </>
  )
}

function Fields({ row }: { row: AnalyticsConfiguration | null }) {
  const { form, leave } = useThingForm({
    create: CreateAnalyticsConfiguration,
    change: SaveAnalyticsConfiguration,
    read: ReadAnalyticsConfiguration,
    row,
    initial: { measurementId: '', isActive: false, description: 'Google Analytics 4' },
    done: 'Configurazione salvata',
    failed: 'Impossibile salvare la configurazione',
    list: '/admin/google-analytics/',
    renews: ['GET /api/admin/google-analytics-configurations', 'GET /api/google-analytics/active'],
  })
  return (
    <Form form={form} save="Salva Configurazione" onCancel={leave}>
      <FormText
        form={form}
        name="measurementId"
        label="ID Misurazione"
        hint="Formato G-XXXXXXXXXX"
        placeholder="G-XXXXXXXXXX"
        autoCapitalize="characters"
      />
      <FormText form={form} name="description" label="Descrizione" />
      <FormCheck
        form={form}
        name="isActive"
        label="Attiva"
        hint="Una sola configurazione può essere attiva alla volta."
      />
    </Form>
  )
}
