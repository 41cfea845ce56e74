import { Link, useParams } from 'react-router'
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
import { Form, FormCheck, FormText } from '../../kit/Form.tsx'
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
    values: { username: '', password: '', isSuperAdmin: false, isActive: true },
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
        <FormCheck form={form} name="isSuperAdmin" label="Super Admin" hint={superAdminHint} />
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
      <FormCheck form={form} name="isSuperAdmin" label="Super Admin" hint={superAdminHint} />
      <FormCheck
        form={form}
        name="isActive"
        label="Account Attivo"
        hint="Un account disattivato esce subito e non può più accedere."
      />
    </Form>
  )
}

const superAdminHint = 'Gestisce utenti e chiavi, esporta e cancella dati personali.'
