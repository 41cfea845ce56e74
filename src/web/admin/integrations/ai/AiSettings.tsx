import {
  ReadAiSettings,
  SaveAiSettings,
  type AiSettings as Settings,
} from '../../../../modules/integrations/ai/settings.contract.ts'
import { FieldRow, FormNumber, FormText } from '../../kit/Form.tsx'
import { showNumber } from '../../kit/format.ts'
import { type SettingsParts, settingsForm } from '../../kit/SettingsForm.tsx'

export function AiSettings() {
  return (
    <section aria-labelledby="testi-ai" className="rounded-card border border-line p-5">
      <h2 id="testi-ai" className="text-lg">
        Testi AI: modelli e limiti
      </h2>
      <SettingsForm />
    </section>
  )
}

const SettingsForm = settingsForm({
  read: ReadAiSettings,
  change: SaveAiSettings,
  done: 'Impostazioni salvate',
  failed: 'Impossibile salvare le impostazioni',
  save: 'Salva Impostazioni',
  Above: Spent,
  Fields,
  Reader: ({ row }) => (
    <>
      <Spent row={row} />
      <p className="text-ink-soft">
        Modelli: {row.openaiModel ?? row.usualOpenaiModel} e {row.anthropicModel ?? row.usualAnthropicModel}.
      </p>
    </>
  ),
})

function Spent({ row }: { row: Settings }) {
  return <p className="mt-1 mb-4 text-ink-soft">{spent(row)}</p>
}

function spent({ tokensToday, dailyTokens }: Settings): string {
  const today = showNumber(tokensToday)
  return dailyTokens === 0
    ? `Oggi usati ${today} token, senza limite.`
    : `Oggi usati ${today} token su ${showNumber(dailyTokens)}.`
}

function Fields({ form, row }: SettingsParts<typeof SaveAiSettings, typeof ReadAiSettings>) {
  return (
    <>
      <FieldRow>
        <FormText form={form} name="openaiModel" hint={`Vuoto: ${row.usualOpenaiModel}`} />
        <FormText form={form} name="anthropicModel" hint={`Vuoto: ${row.usualAnthropicModel}`} />
      </FieldRow>
      <FieldRow>
        <FormNumber form={form} name="dailyTokens" hint="Domande e risposte insieme; 0 per nessun limite" />
        <FormNumber form={form} name="timeoutSeconds" hint="Per un testo intero" />
      </FieldRow>
    </>
  )
}
