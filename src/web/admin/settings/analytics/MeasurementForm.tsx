import {
  type AnalyticsConfiguration,
  CreateAnalyticsConfiguration,
  ReadAnalyticsConfiguration,
  SaveAnalyticsConfiguration,
} from '../../../../modules/settings/analytics/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Form, FormCheck, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function MeasurementForm() {
  return (
    <ThingScreen
      read={ReadAnalyticsConfiguration}
      titles={{ created: 'Nuova configurazione', edited: 'Modifica configurazione' }}
    >
      {(row) => <Fields row={row} />}
    </ThingScreen>
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
    list: adminPath('google-analytics/'),
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
