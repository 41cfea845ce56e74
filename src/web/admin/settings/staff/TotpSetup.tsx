import type { Static } from '@sinclair/typebox'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { ConfirmTotp, StartTotp } from '../../../../modules/settings/staff/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormText } from '../../kit/Form.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'

type Started = Static<typeof StartTotp.output>

/** Sets up the second factor in steps: password, QR code, first code, recovery codes. */
export function TotpSetup() {
  const [started, setStarted] = useState<Started | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  if (recoveryCodes.length > 0) return <RecoveryCodes codes={recoveryCodes} />
  return started ? <FirstCode started={started} onDone={setRecoveryCodes} /> : <Start onDone={setStarted} />
}

interface StartProps {
  onDone: (started: Started) => void
}

const Start = thingForm<typeof StartTotp, StartProps>({
  command: StartTotp,
  valuesOf: () => ({ currentPassword: '' }),
  done: 'Ora inquadra il codice con la tua app',
  failed: 'Impossibile attivare la verifica',
  onSaved: (started, { onDone }) => onDone(started),
  save: 'Attiva',
  Fields: StartFields,
})

function StartFields({ form }: Parts<typeof StartTotp>) {
  return (
    <>
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
    </>
  )
}

interface CodeProps {
  started: Started
  onDone: (codes: string[]) => void
}

const FirstCode = thingForm<typeof ConfirmTotp, CodeProps>({
  command: ConfirmTotp,
  valuesOf: () => ({ code: '' }),
  done: 'Verifica in due passaggi attiva',
  failed: 'Impossibile attivare la verifica',
  onSaved: ({ recoveryCodes }, { onDone }) => onDone(recoveryCodes),
  save: 'Conferma',
  Fields: CodeFields,
})

function CodeFields({ form, started }: Parts<typeof ConfirmTotp, CodeProps>) {
  return (
    <>
      <p>Inquadra il codice con la tua app, oppure scrivi la chiave a mano.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(started.uri))}`}
        alt="Codice QR per l’app di verifica"
        className="size-48"
      />
      <p>
        Chiave: <code className="break-all">{started.secret}</code>
      </p>
      <FormText form={form} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
    </>
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
