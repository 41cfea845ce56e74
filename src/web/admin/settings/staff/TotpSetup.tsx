import type { Static } from '@sinclair/typebox'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { ConfirmTotp, StartTotp } from '../../../../modules/settings/staff/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form, FormText } from '../../kit/Form.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

type Started = Static<typeof StartTotp.output>

/** Sets up the second factor in steps: password, QR code, first code, recovery codes. */
export function TotpSetup() {
  const [started, setStarted] = useState<Started | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  if (recoveryCodes.length > 0) return <RecoveryCodes codes={recoveryCodes} />
  return started ? <FirstCode started={started} onDone={setRecoveryCodes} /> : <Start onDone={setStarted} />
}

function Start({ onDone }: { onDone: (started: Started) => void }) {
  const form = useContractForm({
    schema: StartTotp.input,
    values: { currentPassword: '' },
    save: (input) => call<typeof StartTotp>(StartTotp.http, input),
    done: 'Ora inquadra il codice con la tua app',
    failed: 'Impossibile attivare la verifica',
    onSaved: onDone,
  })
  return (
    <Form form={form} save="Attiva">
      <p>
        Oltre alla password, all’accesso serve un codice che cambia ogni trenta secondi, mostrato da un’app
        come Google Authenticator o Aegis.
      </p>
      <FormText
        form={form}
        name="currentPassword"
        label="Password attuale per attivare la verifica"
        type="password"
        autoComplete="current-password"
      />
    </Form>
  )
}

function FirstCode({ started, onDone }: { started: Started; onDone: (codes: string[]) => void }) {
  const form = useContractForm({
    schema: ConfirmTotp.input,
    values: { code: '' },
    save: (input) => call<typeof ConfirmTotp>(ConfirmTotp.http, input),
    done: 'Verifica in due passaggi attiva',
    failed: 'Impossibile attivare la verifica',
    onSaved: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Form form={form} save="Conferma">
      <p>Inquadra il codice con la tua app, oppure scrivi la chiave a mano.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(started.uri))}`}
        alt="Codice QR per l’app di verifica"
        className="size-48"
      />
      <p>
        Chiave: <code className="break-all">{started.secret}</code>
      </p>
      <FormText
        form={form}
        name="code"
        label="Codice mostrato dall’app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
    </Form>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="max-w-2xl">
      <p role="status">
        La verifica è attiva. Conserva questi codici: ognuno vale una volta, se perdi il telefono. Non saranno
        più mostrati.
      </p>
      <ul className="figures my-4 grid gap-2 sm:grid-cols-2 rounded-card border border-line p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button look="plain" onClick={() => location.reload()}>
        Li ho conservati
      </Button>
    </div>
  )
}
