import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import {
  CreateVehicle,
  ListVehicles,
  ReadVehicle,
  SaveVehicle,
  VehicleKind,
} from '../../../../modules/trips/fleet/contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { FieldGroup, FieldRow, FormCheck, FormNumber, FormSelect, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateVehicle,
  change: SaveVehicle,
  read: ReadVehicle,
  initial: {
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
  },
  title: { created: 'Nuovo veicolo', edited: 'Modifica veicolo' },
  save: { created: 'Crea veicolo', edited: 'Aggiorna veicolo' },
  done: { created: 'Veicolo creato', edited: 'Veicolo aggiornato' },
  failed: { created: 'Impossibile creare il veicolo', edited: 'Impossibile aggiornare il veicolo' },
  list: 'veicoli/',
  renews: [ListVehicles.http],
  Fields: VehicleFields,
})

function VehicleFields({ form }: Fields<typeof CreateVehicle>) {
  const { t } = useLanguage()
  return (
    <>
      <FieldRow>
        <FormText form={form} name="plate" autoCapitalize="characters" />
        <FormSelect
          form={form}
          name="kind"
          none="Scegli…"
          choices={VehicleKind.anyOf.map((one) => [one.const, t(vehicleKeys[one.const])] as const)}
        />
      </FieldRow>
      <FieldRow>
        <FormNumber form={form} name="seats" hint="Senza il posto di guida" />
        <FormNumber form={form} name="bags" hint="Quanti ne entrano a posti pieni" />
      </FieldRow>
      <FieldGroup title="Autorizzazione NCC">
        <p className="text-ink-soft">Il foglio di servizio la riporta.</p>
        <FieldRow>
          <FormText form={form} name="authorizationNumber" label="Numero" />
          <FormText form={form} name="municipality" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="authorizationExpiresOn" label="Valida fino al" type="date" />
          <FormText form={form} name="garage" />
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
      <FormCheck form={form} name="isActive" hint="Si può assegnare ai viaggi." />
    </>
  )
}
