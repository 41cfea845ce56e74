import { Link } from 'react-router'
import { roleNames, roles } from '../../../../kernel/role.ts'
import {
  type AdminUser,
  CreateAdminUser,
  ListAdminUsers,
  ReadAdminUser,
  ResetTotp,
  SaveAdminUser,
} from '../../../../modules/settings/staff/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Form, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'
import { useSession } from '../../session.ts'

export default function AdminUserForm() {
  return (
    <ThingScreen
      read={ReadAdminUser}
      titles={{ created: 'Nuovo utente admin', edited: 'Modifica utente admin' }}
    >
      {(user) => (user ? <UserForm values={user} /> : <NewUser />)}
    </ThingScreen>
  )
}

function NewUser() {
  const { leave, saved } = useSaved('/admin/utenti/', ['GET /api/admin/admin-users'])
  const form = useContractForm({
    schema: CreateAdminUser.input,
    values: { username: '', password: '', role: 'admin', isActive: true, isFirstPassword: true },
    save: (input) => call<typeof CreateAdminUser>(CreateAdminUser.http, input),
    done: 'Utente creato',
    failed: 'Impossibile creare l’utente',
    onSaved: () => void saved(),
  })
  return (
    <Form form={form} save="Crea utente" onCancel={leave}>
      <FormText form={form} name="username" label="Username" autoComplete="off" autoCapitalize="none" />
      <FormText
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="Almeno 12 caratteri"
      />
      <FormCheck form={form} name="isFirstPassword" label={firstLabel} hint={firstHint} />
      <FormSelect form={form} name="role" label="Ruolo" hint={roleHint} choices={choices} />
      <FormCheck form={form} name="isActive" label="Account Attivo" />
    </Form>
  )
}

function UserForm({ values }: { values: AdminUser }) {
  const isOwn = useSession()?.id === values.id
  const { leave, saved } = useSaved('/admin/utenti/', ['GET /api/admin/admin-users'])
  const resetTotp = useCommandCall(ResetTotp, {
    done: 'Verifica in due passaggi azzerata',
    failed: 'Impossibile azzerare la verifica',
    renews: [ReadAdminUser.http, ListAdminUsers.http],
  })
  const form = useContractForm({
    schema: SaveAdminUser.input,
    values: { ...values, password: '', isFirstPassword: true },
    save: (input) => call<typeof SaveAdminUser>(SaveAdminUser.http, input),
    done: 'Utente aggiornato',
    failed: 'Impossibile aggiornare l’utente',
    readAgain: () => call<typeof ReadAdminUser>(ReadAdminUser.http, { id: values.id }),
    onSaved: () => void saved(),
  })
  return (
    <Form
      form={form}
      save="Aggiorna utente"
      onCancel={leave}
      actions={
        values.hasTotp &&
        !isOwn && (
          <Button look="plain" onClick={() => resetTotp.mutate({ id: values.id })}>
            Azzera verifica in due passaggi
          </Button>
        )
      }
    >
      <FormText form={form} name="username" label="Username" autoComplete="off" autoCapitalize="none" />
      {isOwn ? (
        <p>
          È il tuo account: password e verifica si cambiano in{' '}
          <Link to="/admin/account/" className="text-sea-deep underline">
            Il Mio Account
          </Link>
          .
        </p>
      ) : (
        <>
          <FormText
            form={form}
            name="password"
            label="Nuova password"
            type="password"
            autoComplete="new-password"
            hint="Lasciala vuota per non cambiarla; cambiandola finiscono le sessioni aperte"
          />
          <FormCheck form={form} name="isFirstPassword" label={firstLabel} hint={firstHint} />
        </>
      )}
      <FormSelect form={form} name="role" label="Ruolo" hint={roleHint} choices={choices} />
      <FormCheck
        form={form}
        name="isActive"
        label="Account Attivo"
        hint="Un account disattivato esce subito e non può più accedere."
      />
    </Form>
  )
}

const choices = roles.toReversed().map((role) => [role, roleNames[role]] as const)

const firstLabel = 'Vale solo per il primo accesso'
const firstHint = 'Chi la riceve ne sceglie una sua entro tre giorni, prima di vedere altro.'

const roleHint =
  'Super Admin: anche utenti, chiavi e dati personali. Admin: tutto il lavoro e le impostazioni. Operatore: richieste, calendario e clienti, senza prezzi, impostazioni ed eliminazioni. Autista: solo i suoi viaggi.'
