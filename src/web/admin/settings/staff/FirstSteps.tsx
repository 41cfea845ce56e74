import { Button } from '../../../ui/Button.tsx'
import { Toasts } from '../../../ui/Toasts.tsx'
import { logOut } from '../../kit/session.ts'
import { Title } from '../../kit/Title.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { TotpSetup } from './TotpSetup.tsx'

/** The only screen until the user has replaced the first password and, if required, set up the second factor. */
export default function FirstSteps({ mustChoosePassword }: { mustChoosePassword: boolean }) {
  return (
    <main className="mx-auto max-w-2xl p-4 sm:p-6">
      {mustChoosePassword ? (
        <>
          <Title intro="La password che hai ricevuto vale solo per il primo accesso. Scegline una che conosci solo tu: poi il pannello si apre.">
            Scegli la tua password
          </Title>
          <PasswordForm />
        </>
      ) : (
        <>
          <Title intro="In questa azienda l’accesso chiede anche un codice. Attivalo ora: poi il pannello si apre.">
            Attiva la verifica in due passaggi
          </Title>
          <TotpSetup />
        </>
      )}
      <p className="mt-6">
        <Button look="plain" onClick={logOut}>
          Esci
        </Button>
      </p>
      <Toasts />
    </main>
  )
}
