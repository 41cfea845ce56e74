import { Link, useParams } from 'react-router'
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
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Form, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'
import { useSession } from '../../session.ts'

export default function AdminUserForm() {
  const { id } = useParams()
  return id === undefined ? <NewUser /> : <ExistingUser key={id} id={Number(id)} />
}

function NewUser() {
  const { leave, saved } = useSaved('/admin/utenti/', ['GET /api/admin/admin-users'])
  const form = useContractForm({
    schema: CreateAdminUser.input,
    values: { username: '', password: '', role: 'admin', isActive: true },
    save: (input) => call<typeof CreateAdminUser>(CreateAdminUser.http, input),
    done: 'Utente creato',
    failed: 'Impossibile creare l’utente',
    onSaved: saved,
  })
  return (
    <>
      <Title>Nuovo utente admin</Title>
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
        <FormSelect form={form} name="role" label="Ruolo" hint={roleHint} choices={choices} />
        <FormCheck form={form} name="isActive" label="Account Attivo" />
      </Form>
    </>
  )
}

function ExistingUser({ id }: { id: number }) {
  const user = useQueryCall(ReadAdminUser, { id })
  return (
    <>
      <Title>Modifica utente admin</Title>
      <Answer of={user}>{(values) => <UserForm values={values} />}</Answer>
    </>
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
    values: { ...values, password: '' },
    save: (input) => call<typeof SaveAdminUser>(SaveAdminUser.http, input),
    done: 'Utente aggiornato',
    failed: 'Impossibile aggiornare l’utente',
    readAgain: () => call<typeof ReadAdminUser>(ReadAdminUser.http, { id: values.id }),
    onSaved: saved,
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
        <FormText
          form={form}
          name="password"
          label="Nuova password"
          type="password"
          autoComplete="new-password"
          hint="Lasciala vuota per non cambiarla; cambiandola finiscono le sessioni aperte"
        />
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

const roleHint =
  'Super Admin: anche utenti, chiavi e dati personali. Admin: tutto il lavoro e le impostazioni. Operatore: richieste, calendario e clienti, senza prezzi, impostazioni ed eliminazioni. Autista: solo i suoi viaggi.'
