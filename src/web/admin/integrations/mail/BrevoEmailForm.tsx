import {
  CreateEmailConfiguration,
  defaultSmtpHost,
  ListEmailConfigurations,
  type MailStatus,
  ReadEmailConfiguration,
  ReadMailStatus,
  SaveEmailConfiguration,
} from '../../../../modules/integrations/mail/contract.ts'
import { call } from '../../../client.ts'
import { FieldGroup, FieldRow, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import type { FormQuestion } from '../../kit/ThingForm.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { MailTrials } from './MailTrials.tsx'
import { waitingCount } from './mailLabels.ts'
import { WaitingMails } from './WaitingMails.tsx'
import { Webhook } from './Webhook.tsx'

export default thingScreen({
  create: CreateEmailConfiguration,
  change: SaveEmailConfiguration,
  read: ReadEmailConfiguration,
  initial: { serviceName: 'brevo', smtpHost: defaultSmtpHost, smtpPort: 587, isActive: false },
  title: { created: 'Nuova configurazione email', edited: 'Modifica configurazione email' },
  save: 'Salva Configurazione',
  done: 'Configurazione email salvata',
  failed: 'Impossibile salvare la configurazione email',
  list: 'brevo-email/',
  renews: [ListEmailConfigurations.http],
  check: { run: waitingBefore, Question },
  Fields: ConfigurationFields,
  Below: Trials,
})

type ConfigurationParts = Fields<typeof CreateEmailConfiguration, typeof ReadEmailConfiguration>

/** If the save activates or corrects the configuration, staff first choose which waiting mails to send. */
async function waitingBefore({ form, row }: Pick<ConfigurationParts, 'form' | 'row'>) {
  if (!form.rhf.getValues('isActive')) return null
  const { waiting, refusal } = await call<typeof ReadMailStatus>(ReadMailStatus.http, {})
  const isActivated = !row?.isActive || refusal
  return isActivated && waitingCount(waiting) > 0 && (await form.rhf.trigger()) ? waiting : null
}

function Question(props: FormQuestion<typeof CreateEmailConfiguration, MailStatus['waiting']>) {
  const { form, found, onConfirm, onClose } = props
  return (
    <WaitingMails
      waiting={found}
      onClose={onClose}
      onChoose={(choice) => {
        form.rhf.setValue('waiting', choice)
        onConfirm()
      }}
    />
  )
}

const savedHint = (secret: string | null | undefined) =>
  secret ? `Salvata (${secret}): lasciala vuota per tenerla` : undefined

function ConfigurationFields({ form, row }: ConfigurationParts) {
  return (
    <>
      <FieldGroup title="Mittente">
        <FieldRow>
          <FormText form={form} name="serviceName" />
          <FormText form={form} name="fromName" />
        </FieldRow>
        <FieldRow>
          <FormText
            form={form}
            name="fromEmail"
            type="email"
            hint="Deve essere verificata presso il provider"
          />
          <FormText form={form} name="replyToEmail" type="email" hint="Se manca, si risponde al mittente" />
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
          <FormNumber form={form} name="smtpPort" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="smtpUsername" autoComplete="off" />
          <FormText
            form={form}
            name="smtpPassword"
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
          type="password"
          autoComplete="new-password"
          hint={savedHint(row?.apiKey)}
        />
        <FieldRow>
          <FormNumber
            form={form}
            name="dailyLimit"
            hint="Vuoto: 300 con Brevo. 0: nessun limite. Quelle delle richieste partono sempre, le altre il giorno dopo"
          />
          <FormText
            form={form}
            name="webhookUrl"
            type="url"
            hint="Solo un promemoria: l’indirizzo https a cui Brevo manda gli avvisi, se ne usi un altro. Il sito non lo chiama"
          />
        </FieldRow>
        {row && <Webhook row={row} />}
      </FieldGroup>
      <FormCheck
        form={form}
        name="isActive"
        hint="Una sola configurazione è attiva alla volta. Se ci sono email in attesa, scegli quali partono subito."
      />
    </>
  )
}

function Trials({ form, row }: ConfigurationParts) {
  return <MailTrials values={() => ({ ...form.input(), ...(row ? { id: row.id } : {}) })} />
}
