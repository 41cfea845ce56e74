import { Link } from 'react-router'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import { ReadFareSettings, SaveFareSettings } from '../../../../modules/catalog/fares/contract.ts'
import { call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FieldGroup, FormCheck, FormNumber } from '../../kit/Form.tsx'
import { type SettingsParts, settingsScreen } from '../../kit/SettingsForm.tsx'
import { BandRule } from './BandRule.tsx'
import { changesSomething, FareChanges } from './FareChanges.tsx'

export default settingsScreen({
  title: 'Impostazioni Tariffe',
  intro:
    'Quanto costa un viaggio che nessuna tratta elenca, fin dove arriviamo e quali listini valgono. I prezzi delle tratte che già esistono non cambiano.',
  read: ReadFareSettings,
  change: SaveFareSettings,
  rows: 10,
  send: (input) => call<typeof SaveFareSettings>(SaveFareSettings.http, { ...input, dryRun: false }),
  done: 'Tariffe salvate: il sito le segue subito',
  failed: 'Impossibile salvare le tariffe',
  save: 'Salva Tariffe',
  isForReaders: true,
  check: {
    async run({ form }, signal) {
      const found = await callToEnd(SaveFareSettings, { ...form.input(), dryRun: true }, signal)
      return changesSomething(found) ? found : null
    },
    Question: FareChanges,
  },
  Fields,
})

function Fields({ form }: SettingsParts<typeof SaveFareSettings, typeof ReadFareSettings>) {
  return (
    <>
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
          hint="Spenti, restano in elenco e non cambiano nessun prezzo."
        />
        <FormCheck form={form} name="nights" hint="Per partenze dalle 22 alle 6." />
        <p>
          <Link to={adminPath('listini/')} className="text-sea-deep underline">
            Vai ai listini
          </Link>
        </p>
      </FieldGroup>
    </>
  )
}
