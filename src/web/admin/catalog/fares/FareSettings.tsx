import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import {
  ReadFareSettings,
  SaveFareSettings,
  type FareSettings as Settings,
} from '../../../../modules/catalog/fares/contract.ts'
import { call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useQueryCall } from '../../kit/api.ts'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FieldGroup, Form, FormCheck, FormNumber } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useCheckedSave } from '../../kit/useCheckedSave.ts'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useLeaving } from '../../kit/useLeaving.ts'
import { BandRule } from './BandRule.tsx'
import { changesSomething, FareChanges } from './FareChanges.tsx'

export default function FareSettings() {
  const settings = useQueryCall(ReadFareSettings, {})
  return (
    <>
      <Title intro="Quanto costa un viaggio che nessuna tratta elenca, fin dove arriviamo e quali listini valgono. I prezzi delle tratte che già esistono non cambiano.">
        Impostazioni Tariffe
      </Title>
      <Answer of={settings} rows={10}>
        {(values) => <Fields values={values} />}
      </Answer>
    </>
  )
}

function Fields({ values }: { values: typeof Settings.static }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: SaveFareSettings.input,
    values,
    save: (input) => call<typeof SaveFareSettings>(SaveFareSettings.http, { ...input, dryRun: false }),
    done: 'Tariffe salvate: il sito le segue subito',
    failed: 'Impossibile salvare le tariffe',
    readAgain: () => call<typeof ReadFareSettings>(ReadFareSettings.http, {}),
    onSaved: () => void renew(client, [ReadFareSettings.http]),
  })
  const signal = useLeaving()
  const trial = useCheckedSave(
    form,
    () => callToEnd(SaveFareSettings, { ...form.input(), dryRun: true }, signal()),
    changesSomething,
  )

  return (
    <Form form={trial.form} save="Salva Tariffe" command={SaveFareSettings}>
      <FieldGroup title="Prezzi dalla distanza">
        <p className="text-ink-soft">
          Prezzo = partenza + euro al km × chilometri, mai sotto il minimo, a passi interi. Vale per i viaggi
          senza tratta (mostrati come prezzo indicativo), per la creazione delle tratte in base alla distanza
          e per le tratte correlate.
        </p>
        {priceFields.map((field) => (
          <BandRule key={field} form={form} field={field} />
        ))}
      </FieldGroup>
      <FieldGroup title="Area servita">
        <FormNumber
          form={form}
          name="areaKm"
          label="Chilometri di strada"
          hint="Quanto può distare un indirizzo dalla località di una tratta con prezzo. Oltre, il sito dice che non arriviamo lì."
        />
      </FieldGroup>
      <FieldGroup title="Listini che valgono">
        <FormCheck
          form={form}
          name="weekdays"
          label="Listini per giorni della settimana"
          hint="Spenti, restano in elenco e non cambiano nessun prezzo."
        />
        <FormCheck
          form={form}
          name="nights"
          label="Listini per la notte"
          hint="Per partenze dalle 22 alle 6."
        />
        <p>
          <Link to={adminPath('listini/')} className="text-sea-deep underline">
            Vai ai listini
          </Link>
        </p>
      </FieldGroup>
      {trial.found && <FareChanges of={trial.found} onConfirm={trial.confirm} onClose={trial.close} />}
    </Form>
  )
}
