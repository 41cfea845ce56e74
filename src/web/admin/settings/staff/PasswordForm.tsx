import { ChangePassword } from '../../../../modules/settings/staff/contract.ts'
import { call } from '../../../client.ts'
import { Form, FormText } from '../../kit/Form.tsx'
import { logOut } from '../../kit/session.ts'
import { useContractForm } from '../../kit/useContractForm.ts'

export function PasswordForm() {
  const form = useContractForm({
    schema: ChangePassword.input,
    values: { currentPassword: '', password: '' },
    save: (input) => call<typeof ChangePassword>(ChangePassword.http, input),
    done: 'Password cambiata: accedi di nuovo',
    failed: 'Impossibile cambiare la password',
    onSaved: () => logOut(),
  })
  return (
    <Form form={form} save="Cambia password">
      <FormText
        form={form}
        name="currentPassword"
        label="Password attuale"
        type="password"
        autoComplete="current-password"
      />
      <FormText
        form={form}
        name="password"
        label="Nuova password"
        type="password"
        autoComplete="new-password"
        hint="Almeno 12 caratteri. Si chiudono tutti gli accessi: sessioni (anche questa), notifiche e calendari."
      />
    </Form>
  )
}
