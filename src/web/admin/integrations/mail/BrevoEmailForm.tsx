import { useState } from 'react'
import { useParams } from 'react-router'
import {
  CreateEmailConfiguration,
  type EmailConfiguration,
  ListEmailConfigurations,
  ReadEmailConfiguration,
  ReadMailStatus,
  SaveEmailConfiguration,
} from '../../../../modules/integrations/mail/contract.ts'
import {
  SendTestEmail,
  TestEmailConfiguration,
} from '../../../../modules/integrations/mail/trials.contract.ts'
import { CallError, call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { sentenceOf, useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, Form, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { WaitingMails } from './WaitingMails.tsx'

/** A new configuration, or an existing one by the id in the address. */
export default function BrevoEmailForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuova configurazione email</Title>
      <Fields row={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const configuration = useQueryCall(ReadEmailConfiguration, { id })
  return (
    <>
      <Title>Modifica configurazione email</Title>
      <Answer of={configuration}>{(row) => <Fields row={row} />}</Answer>
    </>
  )
}

function Fields({ row }: { row: EmailConfiguration | null }) {
  const { form, leave } = useThingForm({
    create: CreateEmailConfiguration,
    change: SaveEmailConfiguration,
    read: ReadEmailConfiguration,
    row,
    initial: { serviceName: 'brevo', smtpHost: 'smtp-relay.brevo.com', smtpPort: 587, isActive: false },
    done: 'Configurazione email salvata',
    failed: 'Impossibile salvare la configurazione email',
    list: '/admin/brevo-email/',
    renews: [ListEmailConfigurations.http],
  })
  const [isAsking, setAsking] = useState(false)
  const status = useQueryCall(ReadMailStatus, {}, { isUncached: true })
  const { waiting, refusal } = status.data ?? {}
  const waitingCount = waiting ? waiting.office.count + waiting.recent.count + waiting.old.count : 0

  /** Activating mail sends what waits: which of it, staff choose first. */
  async function submit(): Promise<void> {
    const isActivated = form.rhf.getValues('isActive') && (!row?.isActive || refusal)
    if (isActivated && waitingCount > 0 && (await form.rhf.trigger())) setAsking(true)
    else form.submit()
  }

  const kept = (secret: string | null | undefined) =>
    secret ? `Salvata (${secret}): lasciala vuota per tenerla` : undefined
  return (
    <>
      <Form form={{ ...form, submit: () => void submit() }} save="Salva Configurazione" onCancel={leave}>
        <FieldGroup title="Mittente">
          <FieldRow>
            <FormText form={form} name="serviceName" label="Servizio" />
            <FormText form={form} name="fromName" label="Nome del mittente" />
          </FieldRow>
          <FieldRow>
            <FormText
              form={form}
              name="fromEmail"
              label="Email del mittente"
              type="email"
              hint="Deve essere verificata presso il provider"
            />
            <FormText
              form={form}
              name="replyToEmail"
              label="Email per le risposte"
              type="email"
              hint="Se manca, si risponde al mittente"
            />
          </FieldRow>
        </FieldGroup>
        <FieldGroup title="Server SMTP">
          <FieldRow>
            <FormText
              form={form}
              name="smtpHost"
              label="Host"
              hint="Usato solo senza API Key: con la chiave si invia con l’API di Brevo"
            />
            <FormNumber form={form} name="smtpPort" label="Porta" />
          </FieldRow>
          <FieldRow>
            <FormText form={form} name="smtpUsername" label="Username SMTP" autoComplete="off" />
            <FormText
              form={form}
              name="smtpPassword"
              label="Password SMTP"
              type="password"
              autoComplete="new-password"
              hint={kept(row?.smtpPassword)}
            />
          </FieldRow>
        </FieldGroup>
        <FieldGroup title="API di Brevo">
          <FormText
            form={form}
            name="apiKey"
            label="API Key"
            type="password"
            autoComplete="new-password"
            hint={kept(row?.apiKey)}
          />
          <FieldRow>
            <FormNumber
              form={form}
              name="dailyLimit"
              label="Email al giorno"
              hint="Vuoto: 300 con Brevo. 0: nessun limite. Quelle delle richieste partono sempre, le altre il giorno dopo"
            />
            <FormText
              form={form}
              name="webhookUrl"
              label="Indirizzo del webhook"
              type="url"
              hint="Solo un promemoria: l’indirizzo https a cui Brevo manda gli avvisi, se ne usi un altro. Il sito non lo chiama"
            />
          </FieldRow>
          {row && <Webhook row={row} />}
        </FieldGroup>
        <FormCheck
          form={form}
          name="isActive"
          label="Attiva"
          hint="Una sola configurazione è attiva alla volta. Se ci sono email in attesa, scegli quali partono subito."
        />
      </Form>
      {isAsking && waiting && (
        <WaitingMails
          waiting={waiting}
          onClose={() => setAsking(false)}
          onChoose={(choice) => {
            setAsking(false)
            form.rhf.setValue('waiting', choice)
            form.submit()
          }}
        />
      )}
      <Trials values={() => ({ ...form.input(), ...(row ? { id: row.id } : {}) })} />
    </>
  )
}

/** Both tests take what stands in the form, saved or not. */
function Trials({ values }: { values: () => object }) {
  const [pending, setPending] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [to, setTo] = useState('')
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

  async function send(): Promise<void> {
    // Without a recipient there is nothing to send (spec section 5).
    if (to.trim() === '') return setAsking(false)
    setPending('send')
    setOutcome('')
    try {
      const reply = await call<typeof SendTestEmail>(SendTestEmail.http, {
        ...values(),
        to: to.trim(),
      } as Parameters<typeof call<typeof SendTestEmail>>[1])
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
        <form
          noValidate
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <TextField
            label="Destinatario della prova"
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
        </form>
      )}
      <p role="status">{outcome}</p>
    </section>
  )
}

/** Where Brevo is to report deliveries and bounces; without it a mail that was taken stays "inviata". */
function Webhook({ row: { webhookAddress } }: { row: EmailConfiguration }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(webhookAddress)
      toast({ title: 'Copiato!' })
    } catch {
      toast({ title: 'Errore', text: 'Impossibile copiare negli appunti', tone: 'destructive' })
    }
  }
  return (
    <div className="grid content-start justify-items-start gap-2">
      <TextField
        label="Da incollare in Brevo"
        hint="In Brevo: Transazionali, Impostazioni, Webhook. Così consegne e respinte compaiono qui"
        value={webhookAddress}
        readOnly
        className="w-full"
      />
      <Button look="plain" onClick={() => void copy()}>
        Copia l’indirizzo
      </Button>
    </div>
  )
}
