import { useState } from 'react'
import type { Outcome } from '../../../../modules/integrations/mail/trials.contract.ts'
import {
  type ReplyMailbox as Mailbox,
  ReadReplyMailbox,
  SaveReplyMailbox,
  TestReplyMailbox,
} from '../../../../modules/integrations/mailbox/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { sentenceOf } from '../../kit/api.ts'
import { FieldRow, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { type SettingsParts, settingsScreen } from '../../kit/SettingsForm.tsx'
import { UnreadableMails } from './UnreadableMails.tsx'

type MailboxParts = SettingsParts<typeof SaveReplyMailbox, typeof ReadReplyMailbox>

export default settingsScreen({
  title: 'Casella delle Risposte',
  intro:
    'Da qui, ogni minuto, le risposte dei clienti arrivano nelle loro richieste. Serve la casella dell’email per le risposte; non serve se le consegna Brevo. Il sito legge soltanto: nella casella le email restano come sono, anche non lette, e pubblicità e posta di altri non vengono copiate.',
  read: ReadReplyMailbox,
  change: SaveReplyMailbox,
  valuesOf: ({ readAt: _, problem: __, ...values }) => values,
  done: 'Casella delle risposte salvata',
  failed: 'Impossibile salvare la casella delle risposte',
  save: 'Salva Casella',
  Above: ({ row }) => (
    <>
      <Reading mailbox={row} />
      <UnreadableMails />
    </>
  ),
  Fields,
  Below: Trial,
})

function Reading({ mailbox: { isActive, readAt, problem } }: { mailbox: Mailbox }) {
  if (!isActive) return null
  return (
    <p role="status" className={problem ? 'mb-4 font-medium text-brick' : 'mb-4'}>
      {problem ??
        (readAt
          ? `Letta l’ultima volta: ${showDateTime(readAt)}.`
          : 'La prima lettura arriva entro un minuto.')}
    </p>
  )
}

function Fields({ form, row }: MailboxParts) {
  return (
    <>
      <FieldRow>
        <FormText form={form} name="host" hint="Per esempio imaps.aruba.it" />
        <FormNumber form={form} name="port" />
      </FieldRow>
      <FieldRow>
        <FormText form={form} name="username" autoComplete="off" />
        <FormText
          form={form}
          name="password"
          type="password"
          aria-required={!row.password}
          autoComplete="new-password"
          hint={row.password ? `Salvata (${row.password}): lasciala vuota per tenerla` : undefined}
        />
      </FieldRow>
      <FormText
        form={form}
        name="ownServer"
        autoComplete="off"
        hint="Il nome con cui la casella firma l’intestazione Authentication-Results, per esempio mx.aruba.it: accanto a ogni email appare se il mittente supera SPF, DKIM e DMARC. Lascialo vuoto se non lo conosci."
      />
      <FormCheck
        form={form}
        name="isActive"
        hint="Entrano solo le risposte ai messaggi del sito, le email con un codice e quelle di chi ha già scritto."
      />
    </>
  )
}

async function outcomeOf({ input, showErrors }: MailboxParts['form']): Promise<Outcome> {
  const { updatedAt: _, ...mailbox } = input()
  try {
    return await call<typeof TestReplyMailbox>(TestReplyMailbox.http, mailbox)
  } catch (error) {
    showErrors(error)
    return { success: false, message: sentenceOf(error) }
  }
}

function Trial({ form }: MailboxParts) {
  const [trial, setTrial] = useState<Outcome | 'pending' | null>(null)
  return (
    <div className="mt-6 grid max-w-4xl justify-items-start gap-3 border-line border-t pt-6">
      <Button
        look="plain"
        aria-busy={trial === 'pending'}
        disabled={trial === 'pending'}
        onClick={() => {
          setTrial('pending')
          void outcomeOf(form).then(setTrial)
        }}
      >
        Prova la casella
      </Button>
      <p role="status">{trial && trial !== 'pending' ? trial.message : ''}</p>
    </div>
  )
}
