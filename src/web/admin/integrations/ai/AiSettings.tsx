import {
  ReadAiSettings,
  SaveAiSettings,
  type AiSettings as Settings,
} from '../../../../modules/integrations/ai/settings.contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { showNumber } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { useSettingsForm } from '../../kit/useSettingsForm.ts'

export function AiSettings() {
  const { may } = useRights()
  const settings = useQueryCall(ReadAiSettings, {})
  return (
    <section aria-labelledby="testi-ai" className="rounded-card border border-line p-5">
      <h2 id="testi-ai" className="text-lg">
        Testi AI: modelli e limiti
      </h2>
      <Answer of={settings}>
        {(row) => (
          <>
            <p className="mt-1 mb-4 text-ink-soft">{spent(row)}</p>
            {may(SaveAiSettings) ? (
              <Fields row={row} />
            ) : (
              <p className="text-ink-soft">
                Modelli: {row.openaiModel ?? row.usualOpenaiModel} e{' '}
                {row.anthropicModel ?? row.usualAnthropicModel}.
              </p>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}

function spent({ tokensToday, dailyTokens }: Settings): string {
  const today = showNumber(tokensToday)
  return dailyTokens === 0
    ? `Oggi usati ${today} token, senza limite.`
    : `Oggi usati ${today} token su ${showNumber(dailyTokens)}.`
}

function Fields({ row }: { row: Settings }) {
  const form = useSettingsForm({
    read: ReadAiSettings,
    change: SaveAiSettings,
    values: row,
    done: 'Impostazioni salvate',
    failed: 'Impossibile salvare le impostazioni',
  })
  return (
    <Form form={form} save="Salva Impostazioni">
      <FieldRow>
        <FormText
          form={form}
          name="openaiModel"
          label="Modello OpenAI"
          hint={`Vuoto: ${row.usualOpenaiModel}`}
        />
        <FormText
          form={form}
          name="anthropicModel"
          label="Modello Anthropic"
          hint={`Vuoto: ${row.usualAnthropicModel}`}
        />
      </FieldRow>
      <FieldRow>
        <FormNumber
          form={form}
          name="dailyTokens"
          label="Token al giorno"
          hint="Domande e risposte insieme; 0 per nessun limite"
        />
        <FormNumber
          form={form}
          name="timeoutSeconds"
          label="Attesa massima (secondi)"
          hint="Per un testo intero"
        />
      </FieldRow>
    </Form>
  )
}
