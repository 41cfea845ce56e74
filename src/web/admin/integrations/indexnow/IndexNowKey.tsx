import { ReadIndexNowKey, SetIndexNowKey } from '../../../../modules/integrations/indexnow/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FormText } from '../../kit/Form.tsx'

const renews = [ReadIndexNowKey.http, 'GET /api/admin/api-configurations']

export function IndexNowKey({ apiKey }: { apiKey: string | null }) {
  return (
    <>
      {apiKey ? (
        <dl className="grid gap-1">
          <div>
            <dt className="inline text-ink-soft">Chiave in uso: </dt>
            <dd className="inline break-all font-medium">{apiKey}</dd>
          </div>
          <div>
            <dt className="inline text-ink-soft">File di verifica: </dt>
            <dd className="inline">
              <a href={`/${apiKey}.txt`} className="break-all text-sea-deep underline">
                /{apiKey}.txt
              </a>
            </dd>
          </div>
        </dl>
      ) : (
        <p>Nessuna chiave: generane una per iniziare.</p>
      )}
      <KeyForm />
    </>
  )
}

const KeyForm = actForm<typeof SetIndexNowKey>({
  asked: SetIndexNowKey,
  valuesOf: () => ({ customKey: '' }),
  send: (input) => callToEnd(SetIndexNowKey, input),
  done: 'API Key salvata',
  failed: 'Errore salvataggio API key',
  refused: 'API Key richiesta',
  renews,
  onDone: (_, { form }) => form.rhf.reset({ customKey: '' }),
  className: 'flex flex-wrap items-start gap-3',
  Fields,
})

function Fields({ form }: ActParts<typeof SetIndexNowKey>) {
  const generate = useCommandCall(SetIndexNowKey, {
    done: 'API Key generata',
    failed: 'Errore generazione API key',
    renews,
  })
  return (
    <>
      <FormText
        form={form}
        name="customKey"
        hint="Da 8 a 128 caratteri: quelli esadecimali, o anche altre lettere, cifre e trattini"
        className="min-w-64 flex-1"
        autoComplete="off"
        maxLength={128}
      />
      <div className="flex flex-wrap gap-2 md:pt-7">
        <SendButton form={form}>Salva chiave</SendButton>
        <Button look="plain" aria-busy={generate.isPending} onClick={() => generate.mutate({})}>
          Genera chiave casuale
        </Button>
      </div>
    </>
  )
}
