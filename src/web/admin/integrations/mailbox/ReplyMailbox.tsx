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
import { sentenceOf, useQueryCall } from '../../kit/api.ts'
import { FieldRow, Form, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useSettingsForm } from '../../kit/useSettingsForm.ts'
import { UnreadableMails } from './UnreadableMails.tsx'

export default function ReplyMailbox() {
  const mailbox = useQueryCall(ReadReplyMailbox, {})
  return (
    <>
      <Title intro="Da qui, ogni minuto, le risposte dei clienti arrivano nelle loro richieste. Serve la casella dell’email per le risposte; non serve se le consegna Brevo. Il sito legge soltanto: nella casella le email restano come sono, anche non lette, e pubblicità e posta di altri non vengono copiate.">
        Casella delle Risposte
      </Title>
      <Answer of={mailbox}>
        {(row) => (
          <>
            <Reading mailbox={row} />
            <UnreadableMails />
            <Fields mailbox={row} />
          </>
        )}
      </Answer>
    </>
  )
}

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

function Fields({ mailbox: { readAt: _, problem: __, ...values } }: { mailbox: Mailbox }) {
  const form = useSettingsForm({
    read: ReadReplyMailbox,
    change: SaveReplyMailbox,
    values: { ...values, password: '' },
    done: 'Casella delle risposte salvata',
    failed: 'Impossibile salvare la casella delle risposte',
  })

  async function test(): Promise<Outcome> {
    const { updatedAt: _, ...input } = form.input()
    try {
      return await call<typeof TestReplyMailbox>(TestReplyMailbox.http, input)
    } catch (error) {
      form.showErrors(error)
      return { success: false, message: sentenceOf(error) }
    }
  }

  return (
    <>
      <Form form={form} save="Salva Casella">
        <FieldRow>
          <FormText form={form} name="host" label="Server IMAP" hint="Per esempio imaps.aruba.it" />
          <FormNumber form={form} name="port" label="Porta" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="username" label="Nome utente" autoComplete="off" />
          <FormText
            form={form}
            name="password"
            label="Password"
            type="password"
            aria-required={!values.password}
            autoComplete="new-password"
            hint={values.password ? `Salvata (${values.password}): lasciala vuota per tenerla` : undefined}
          />
        </FieldRow>
        <FormText
          form={form}
          name="ownServer"
          label="Server che controlla i mittenti"
          autoComplete="off"
          hint="Il nome con cui la casella firma l’intestazione Authentication-Results, per esempio mx.aruba.it: accanto a ogni email appare se il mittente supera SPF, DKIM e DMARC. Lascialo vuoto se non lo conosci."
        />
        <FormCheck
          form={form}
          name="isActive"
          label="Leggi questa casella"
          hint="Entrano solo le risposte ai messaggi del sito, le email con un codice e quelle di chi ha già scritto."
        />
      </Form>
      <Trial test={test} />
    </>
  )
}

function Trial({ test }: { test: () => Promise<Outcome> }) {
  const [trial, setTrial] = useState<Outcome | 'pending' | null>(null)
  return (
    <div className="mt-6 grid max-w-4xl justify-items-start gap-3 border-line border-t pt-6">
      <Button
        look="plain"
        aria-busy={trial === 'pending'}
        disabled={trial === 'pending'}
        onClick={() => {
          setTrial('pending')
          void test().then(setTrial)
        }}
      >
        Prova la casella
      </Button>
      <p role="status">{trial && trial !== 'pending' ? trial.message : ''}</p>
    </div>
  )
}
