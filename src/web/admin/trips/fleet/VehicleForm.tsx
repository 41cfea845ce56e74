import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import {
  CreateVehicle,
  ListVehicles,
  ReadVehicle,
  SaveVehicle,
  type Vehicle,
  VehicleKind,
} from '../../../../modules/trips/fleet/contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { FieldGroup, FieldRow, Form, FormCheck, FormNumber, FormSelect, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function VehicleForm() {
  return (
    <ThingScreen read={ReadVehicle} titles={{ created: 'Nuovo veicolo', edited: 'Modifica veicolo' }}>
      {(vehicle) => <Editor vehicle={vehicle} />}
    </ThingScreen>
  )
}

const empty = {
  plate: '',
  kind: '',
  seats: '',
  bags: '',
  authorizationNumber: '',
  authorizationExpiresOn: '',
  municipality: '',
  garage: '',
  outOfServiceFrom: '',
  outOfServiceUntil: '',
  isActive: true,
}

function Editor({ vehicle }: { vehicle: Vehicle | null }) {
  const { t } = useLanguage()
  const { form, leave } = useThingForm({
    create: CreateVehicle,
    change: SaveVehicle,
    read: ReadVehicle,
    row: vehicle,
    initial: empty,
    done: vehicle ? 'Veicolo aggiornato' : 'Veicolo creato',
    failed: vehicle ? 'Impossibile aggiornare il veicolo' : 'Impossibile creare il veicolo',
    list: adminPath('veicoli/'),
    renews: [ListVehicles.http, ReadVehicle.http],
  })
  return (
    <Form form={form} save={vehicle ? 'Aggiorna veicolo' : 'Crea veicolo'} onCancel={leave}>
      <FieldRow>
        <FormText form={form} name="plate" label="Targa" autoCapitalize="characters" />
        <FormSelect
          form={form}
          name="kind"
          label="Tipo"
          none="Scegli…"
          choices={VehicleKind.anyOf.map((one) => [one.const, t(vehicleKeys[one.const])] as const)}
        />
      </FieldRow>
      <FieldRow>
        <FormNumber form={form} name="seats" label="Posti per i passeggeri" hint="Senza il posto di guida" />
        <FormNumber form={form} name="bags" label="Bagagli" hint="Quanti ne entrano a posti pieni" />
      </FieldRow>
      <FieldGroup title="Autorizzazione NCC">
        <p className="text-ink-soft">Il foglio di servizio la riporta.</p>
        <FieldRow>
          <FormText form={form} name="authorizationNumber" label="Numero" />
          <FormText form={form} name="municipality" label="Comune" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="authorizationExpiresOn" label="Valida fino al" type="date" />
          <FormText form={form} name="garage" label="Rimessa" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Fuori servizio">
        <FieldRow>
          <FormText form={form} name="outOfServiceFrom" label="Dal" type="date" />
          <FormText
            form={form}
            name="outOfServiceUntil"
            label="Al"
            type="date"
            hint="Vuoto se non si sa ancora."
          />
        </FieldRow>
      </FieldGroup>
      <FormCheck form={form} name="isActive" label="Attivo" hint="Si può assegnare ai viaggi." />
    </Form>
  )
}
