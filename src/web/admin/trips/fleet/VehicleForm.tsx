import { useParams } from 'react-router'
import {
  CreateVehicle,
  ListVehicles,
  ReadVehicle,
  SaveVehicle,
  type Vehicle,
} from '../../../../modules/trips/fleet/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, Form, FormCheck, FormNumber, FormSelect, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { vehicleKindNames } from './fleetLabels.ts'

export default function VehicleForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuovo veicolo</Title>
      <Editor key="nuovo" vehicle={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const vehicle = useQueryCall(ReadVehicle, { id }, { isUncached: true })
  return (
    <>
      <Title>Modifica veicolo</Title>
      <Answer of={vehicle}>{(values) => <Editor key={values.id} vehicle={values} />}</Answer>
    </>
  )
}

const empty = {
  ...{
    plate: '',
    kind: '',
    seats: '',
    bags: '',
    authorizationNumber: '',
    authorizationExpiresOn: '',
    municipality: '',
    garage: '',
  },
  ...{ outOfServiceFrom: '', outOfServiceUntil: '', isActive: true },
}

function Editor({ vehicle }: { vehicle: Vehicle | null }) {
  const { form, leave } = useThingForm({
    create: CreateVehicle,
    change: SaveVehicle,
    read: ReadVehicle,
    row: vehicle,
    initial: empty,
    done: vehicle ? 'Veicolo aggiornato' : 'Veicolo creato',
    failed: vehicle ? 'Impossibile aggiornare il veicolo' : 'Impossibile creare il veicolo',
    list: '/admin/veicoli/',
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
          choices={Object.entries(vehicleKindNames)}
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
