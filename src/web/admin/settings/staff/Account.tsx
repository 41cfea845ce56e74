import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EndTotp, ReadSession } from '../../../../modules/settings/staff/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { TotpSetup } from './TotpSetup.tsx'

/** `children` are further sections of the page. */
export function Account({ children }: { children: ReactNode }) {
  const session = useQueryCall(ReadSession, {})
  return (
    <>
      <Title>Il Mio Account</Title>
      <div className="grid gap-8">
        <section aria-labelledby="password">
          <h2 id="password" className="mb-3 text-lg">
            Password
          </h2>
          <PasswordForm />
        </section>
        <section aria-labelledby="totp">
          <h2 id="totp" className="mb-3 text-lg">
            Verifica in due passaggi
          </h2>
          <Answer of={session} rows={1}>
            {({ adminUser }) => (adminUser.hasTotp ? <TotpEnd /> : <TotpSetup />)}
          </Answer>
        </section>
        {children}
        <section aria-labelledby="grants">
          <h2 id="grants" className="mb-3 text-lg">
            Accessi aperti
          </h2>
          <p>
            Sessioni, notifiche e calendari del tuo account:{' '}
            <Link to={adminPath('accessi/')} className="text-sea-deep underline">
              guarda e chiudi gli accessi
            </Link>
            .
          </p>
        </section>
      </div>
    </>
  )
}

const TotpEnd = thingForm({
  command: EndTotp,
  valuesOf: () => ({ currentPassword: '' }),
  done: 'Verifica in due passaggi disattivata',
  failed: 'Impossibile disattivare la verifica',
  onSaved: () => location.reload(),
  save: 'Disattiva',
  Fields: EndFields,
})

function EndFields({ form }: Parts<typeof EndTotp>) {
  return (
    <>
      <p>
        <Badge tone="ok">Attiva</Badge> All’accesso serve anche il codice della tua app.
      </p>
      <FormText
        form={form}
        name="currentPassword"
        label="Password attuale per disattivare la verifica"
        type="password"
        autoComplete="current-password"
      />
    </>
  )
}
