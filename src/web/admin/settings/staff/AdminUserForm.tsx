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
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Form, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { useSession } from '../../kit/session.ts'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function AdminUserForm() {
  return (
    <ThingScreen
      read={ReadAdminUser}
      titles={{ created: 'Nuovo utente admin', edited: 'Modifica utente admin' }}
    >
      {(user) => <Editor user={user} />}
    </ThingScreen>
  )
}

const noPassword = { password: '', isFirstPassword: true }
const initial = { username: '', role: 'admin', isActive: true, ...noPassword }

function Editor({ user }: { user: AdminUser | null }) {
  const session = useSession()
  const isOwn = user !== null && session?.id === user.id
  const { form, leave } = useThingForm({
    create: CreateAdminUser,
    change: SaveAdminUser,
    read: ReadAdminUser,
    row: user && { ...user, ...noPassword },
    initial,
    done: user ? 'Utente aggiornato' : 'Utente creato',
    failed: user ? 'Impossibile aggiornare l’utente' : 'Impossibile creare l’utente',
    list: adminPath('utenti/'),
    renews: ['GET /api/admin/admin-users'],
  })
  return (
    <Form
      form={form}
      save={user ? 'Aggiorna utente' : 'Crea utente'}
      onCancel={leave}
      actions={user?.hasTotp && !isOwn && <TotpReset id={user.id} />}
    >
      <FormText form={form} name="username" label="Username" autoComplete="off" autoCapitalize="none" />
      {isOwn ? (
        <p>
          È il tuo account: password e verifica si cambiano in{' '}
          <Link to={adminPath('account/')} className="text-sea-deep underline">
            Il Mio Account
          </Link>
          .
        </p>
      ) : (
        <>
          <FormText
            form={form}
            name="password"
            label={user ? 'Nuova password' : 'Password'}
            type="password"
            autoComplete="new-password"
            hint={
              user
                ? 'Lasciala vuota per non cambiarla; cambiandola si chiudono tutti gli accessi: sessioni, notifiche e calendari'
                : 'Almeno 12 caratteri'
            }
          />
          <FormCheck
            form={form}
            name="isFirstPassword"
            label="Vale solo per il primo accesso"
            hint="Chi la riceve ne sceglie una sua entro tre giorni, prima di vedere altro."
          />
        </>
      )}
      <FormSelect form={form} name="role" label="Ruolo" hint={roleHint} choices={choices} />
      <FormCheck
        form={form}
        name="isActive"
        label="Account Attivo"
        hint="Un account disattivato esce subito e non può più accedere; finiscono anche notifiche e calendari."
      />
    </Form>
  )
}

function TotpReset({ id }: { id: number }) {
  const reset = useCommandCall(ResetTotp, {
    done: 'Verifica in due passaggi azzerata',
    failed: 'Impossibile azzerare la verifica',
    renews: [ReadAdminUser.http, ListAdminUsers.http],
  })
  return (
    <Button look="plain" onClick={() => reset.mutate({ id })}>
      Azzera verifica in due passaggi
    </Button>
  )
}

const choices = roles.toReversed().map((role) => [role, roleNames[role]] as const)

const roleHint =
  'Super Admin: anche utenti, chiavi e dati personali. Admin: tutto il lavoro e le impostazioni. Operatore: richieste, calendario e clienti, senza prezzi, impostazioni ed eliminazioni. Autista: solo i suoi viaggi.'
