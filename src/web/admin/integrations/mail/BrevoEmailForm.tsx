import { useState } from 'react'
import {
  CreateEmailConfiguration,
  defaultSmtpHost,
  type EmailConfiguration,
  ListEmailConfigurations,
  ReadEmailConfiguration,
  ReadMailStatus,
  SaveEmailConfiguration,
} from '../../../../modules/integrations/mail/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, Form, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { MailTrials } from './MailTrials.tsx'
import { waitingCount } from './mailLabels.ts'
import { WaitingMails } from './WaitingMails.tsx'
import { Webhook } from './Webhook.tsx'

export default function BrevoEmailForm() {
  return (
    <ThingScreen
      read={ReadEmailConfiguration}
      titles={{ created: 'Nuova configurazione email', edited: 'Modifica configurazione email' }}
    >
      {(row) => <Fields row={row} />}
    </ThingScreen>
  )
}

function Fields({ row }: { row: EmailConfiguration | null }) {
  const { form, leave } = useThingForm({
    create: CreateEmailConfiguration,
    change: SaveEmailConfiguration,
    read: ReadEmailConfiguration,
    row,
    initial: { serviceName: 'brevo', smtpHost: defaultSmtpHost, smtpPort: 587, isActive: false },
    done: 'Configurazione email salvata',
    failed: 'Impossibile salvare la configurazione email',
    list: 'brevo-email/',
    renews: [ListEmailConfigurations.http],
  })
  const [isAsking, setAsking] = useState(false)
  const status = useQueryCall(ReadMailStatus, {}, { isUncached: true })
  const { waiting, refusal } = status.data ?? {}

  /** If the save activates or corrects the configuration, staff first choose which waiting mails to send. */
  async function submit(): Promise<void> {
    const isActivated = form.rhf.getValues('isActive') && (!row?.isActive || refusal)
    if (isActivated && waiting && waitingCount(waiting) > 0 && (await form.rhf.trigger())) setAsking(true)
    else form.submit()
  }

  const savedHint = (secret: string | null | undefined) =>
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
              hint={savedHint(row?.smtpPassword)}
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
            hint={savedHint(row?.apiKey)}
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
      <MailTrials values={() => ({ ...form.input(), ...(row ? { id: row.id } : {}) })} />
    </>
  )
}
