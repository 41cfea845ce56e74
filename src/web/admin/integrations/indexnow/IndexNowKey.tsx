import { useState } from 'react'
import { problems } from '../../../../kernel/check.ts'
import { ReadIndexNowKey, SetIndexNowKey } from '../../../../modules/integrations/indexnow/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall } from '../../kit/api.ts'
import { CommandForm } from '../../kit/UnshownErrors.tsx'

export function IndexNowKey({ apiKey }: { apiKey: string | null }) {
  const [customKey, setCustomKey] = useState('')
  const [error, setError] = useState('')
  const renews = [ReadIndexNowKey.http, 'GET /api/admin/api-configurations']
  const generate = useCommandCall(SetIndexNowKey, {
    done: 'API Key generata',
    failed: 'Errore generazione API key',
    renews,
  })
  const save = useCommandCall(SetIndexNowKey, {
    done: 'API Key salvata',
    failed: 'Errore salvataggio API key',
    renews,
    onDone: () => setCustomKey(''),
  })
  function saveOwn(): void {
    const typed = customKey.trim()
    const isValid = problems(SetIndexNowKey.input, { customKey: typed }).length === 0
    setError(isValid ? '' : 'Inserisci una API key valida')
    if (isValid) save.mutate({ customKey: typed })
    else toast({ title: 'API Key richiesta', text: 'Inserisci una API key valida', tone: 'destructive' })
  }
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
      <CommandForm
        error={save.error}
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          saveOwn()
        }}
      >
        <TextField
          label="Chiave personalizzata"
          name="customKey"
          hint="Da 8 a 128 caratteri: quelli esadecimali, o anche altre lettere, cifre e trattini"
          className="min-w-64 flex-1"
          value={customKey}
          error={error}
          onChange={({ target }) => setCustomKey(target.value)}
          autoComplete="off"
          maxLength={128}
        />
        <div className="flex flex-wrap gap-2 md:pt-7">
          <Button look="sea" type="submit" aria-busy={save.isPending}>
            Salva chiave
          </Button>
          <Button look="plain" aria-busy={generate.isPending} onClick={() => generate.mutate({})}>
            Genera chiave casuale
          </Button>
        </div>
      </CommandForm>
    </>
  )
}
