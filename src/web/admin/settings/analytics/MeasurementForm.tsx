import {
  CreateAnalyticsConfiguration,
  ReadAnalyticsConfiguration,
  SaveAnalyticsConfiguration,
} from '../../../../modules/settings/analytics/contract.ts'
import { FormCheck, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateAnalyticsConfiguration,
  change: SaveAnalyticsConfiguration,
  read: ReadAnalyticsConfiguration,
  initial: { measurementId: '', isActive: false, description: 'Google Analytics 4' },
  title: { created: 'Nuova configurazione', edited: 'Modifica configurazione' },
  save: 'Salva Configurazione',
  done: 'Configurazione salvata',
  failed: 'Impossibile salvare la configurazione',
  list: 'google-analytics/',
  renews: ['GET /api/admin/google-analytics-configurations', 'GET /api/google-analytics/active'],
  Fields: MeasurementFields,
})

function MeasurementFields({ form }: Fields<typeof CreateAnalyticsConfiguration>) {
  return (
    <>
      <FormText
        form={form}
        name="measurementId"
        hint="Formato G-XXXXXXXXXX"
        placeholder="G-XXXXXXXXXX"
        autoCapitalize="characters"
      />
      <FormText form={form} name="description" />
      <FormCheck form={form} name="isActive" hint="Una sola configurazione può essere attiva alla volta." />
    </>
  )
}
