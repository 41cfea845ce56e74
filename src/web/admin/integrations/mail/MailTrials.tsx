import { useState } from 'react'
import {
  SendTestEmail,
  TestEmailConfiguration,
} from '../../../../modules/integrations/mail/trials.contract.ts'
import { CallError, call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { sentenceOf } from '../../kit/api.ts'
import { noting } from '../../kit/refusedInput.ts'
import { CommandForm } from '../../kit/UnshownErrors.tsx'

/** Buttons that test the connection and send a test mail with the values of the form, saved or not. */
export function MailTrials({ values }: { values: () => object }) {
  const [pending, setPending] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [to, setTo] = useState('')
  const [outcome, setOutcome] = useState('')
  const [refused, setRefused] = useState<unknown>(null)

  async function test(): Promise<void> {
    setPending('test')
    setOutcome('')
    try {
      const reply = await call<typeof TestEmailConfiguration>(
        TestEmailConfiguration.http,
        values() as Parameters<typeof call<typeof TestEmailConfiguration>>[1],
      )
      say(reply, 'Test Connessione Riuscito', 'Test Fallito')
    } catch (error) {
      fail(error, 'Errore Test', 'Errore durante il test della connessione')
    }
    setPending('')
  }

  async function send(): Promise<void> {
    if (to.trim() === '') return setAsking(false)
    setPending('send')
    setOutcome('')
    try {
      const input = { ...values(), to: to.trim() } as Parameters<typeof call<typeof SendTestEmail>>[1]
      const reply = await noting(SendTestEmail, call<typeof SendTestEmail>(SendTestEmail.http, input))
      say(reply, 'Email Test Inviata', 'Invio Fallito')
      if (reply.success) setAsking(false)
    } catch (error) {
      fail(error, 'Errore Invio', "Errore durante l'invio dell'email di test")
    }
    setPending('')
  }

  function say({ success, message }: { success: boolean; message: string }, good: string, bad: string): void {
    setOutcome(`${success ? good : bad}: ${message}`)
    toast({ title: success ? good : bad, text: message, tone: success ? 'default' : 'destructive' })
  }

  function fail(error: unknown, title: string, fallback: string): void {
    setRefused(error)
    const text = error instanceof CallError && error.problem.detail ? sentenceOf(error) : fallback
    setOutcome(`${title}: ${text}`)
    toast({ title, text, tone: 'destructive' })
  }

  return (
    <section aria-labelledby="prove" className="mt-8 grid max-w-4xl gap-3 border-line border-t pt-6">
      <h2 id="prove" className="text-lg">
        Prove
      </h2>
      <p className="text-ink-soft">
        Usano i valori scritti sopra, anche non salvati. Le email di prova contano nelle 300 al giorno del
        piano gratuito.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          aria-busy={pending === 'test'}
          disabled={pending !== ''}
          onClick={() => void test()}
        >
          Testa Connessione
        </Button>
        {!isAsking && (
          <Button look="plain" onClick={() => setAsking(true)}>
            Invia Email Test
          </Button>
        )}
      </div>
      {isAsking && (
        <CommandForm
          error={refused}
          noValidate
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <TextField
            label="Destinatario della prova"
            name="to"
            type="email"
            autoFocus
            autoComplete="email"
            aria-required
            className="min-w-64 flex-1"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
          <Button look="sea" type="submit" aria-busy={pending === 'send'} disabled={pending !== ''}>
            Invia
          </Button>
          <Button look="plain" onClick={() => setAsking(false)}>
            Annulla
          </Button>
        </CommandForm>
      )}
      <p role="status">{outcome}</p>
    </section>
  )
}
