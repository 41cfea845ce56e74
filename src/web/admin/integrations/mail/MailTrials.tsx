import { Type } from '@sinclair/typebox'
import { useState } from 'react'
import {
  SendTestEmail,
  TestEmailConfiguration,
} from '../../../../modules/integrations/mail/trials.contract.ts'
import { CallError, call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { sentenceOf } from '../../kit/api.ts'
import { FormText } from '../../kit/Form.tsx'

/** Buttons that test the connection and send a test mail with the values of the form, saved or not. */
export function MailTrials({ values }: { values: () => object }) {
  const [pending, setPending] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState('')

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

  async function send(to: string): Promise<void> {
    if (to === '') return setAsking(false)
    setPending('send')
    setOutcome('')
    try {
      const input = { ...values(), to } as Parameters<typeof call<typeof SendTestEmail>>[1]
      const reply = await call<typeof SendTestEmail>(SendTestEmail.http, input)
      say(reply, 'Email Test Inviata', 'Invio Fallito')
      if (reply.success) setAsking(false)
    } catch (error) {
      fail(error, 'Errore Invio', "Errore durante l'invio dell'email di test")
      // The form shows the refused fields.
      throw error
    } finally {
      setPending('')
    }
  }

  function say({ success, message }: { success: boolean; message: string }, good: string, bad: string): void {
    setOutcome(`${success ? good : bad}: ${message}`)
    toast({ title: success ? good : bad, text: message, tone: success ? 'default' : 'destructive' })
  }

  function fail(error: unknown, title: string, fallback: string): void {
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
      {isAsking && <Recipient isBusy={pending !== ''} onSend={send} onClose={() => setAsking(false)} />}
      <p role="status">{outcome}</p>
    </section>
  )
}

interface RecipientProps {
  isBusy: boolean
  /** Sends the mail; closes the form if `to` is empty. */
  onSend: (to: string) => Promise<void>
  onClose: () => void
}

const { to } = SendTestEmail.input.properties
const recipient = { input: Type.Object({ to: Type.Union([to, Type.Literal('')], to) }) }

const Recipient = actForm<typeof recipient, RecipientProps>({
  asked: recipient,
  valuesOf: () => ({ to: '' }),
  send: (input, { onSend }) => onSend(input.to),
  className: 'flex flex-wrap items-end gap-2',
  Fields,
})

function Fields({ form, isBusy, onClose }: ActParts<typeof recipient, RecipientProps>) {
  return (
    <>
      <FormText
        form={form}
        name="to"
        type="email"
        autoFocus
        autoComplete="email"
        className="min-w-64 flex-1"
      />
      <SendButton form={form} disabled={isBusy}>
        Invia
      </SendButton>
      <Button look="plain" onClick={onClose}>
        Annulla
      </Button>
    </>
  )
}
