import { ChangePassword } from '../../../../modules/settings/staff/contract.ts'
import { FormText } from '../../kit/Form.tsx'
import { logOut } from '../../kit/session.ts'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'

export const PasswordForm = thingForm({
  command: ChangePassword,
  valuesOf: () => ({ currentPassword: '', password: '' }),
  done: 'Password cambiata: accedi di nuovo',
  failed: 'Impossibile cambiare la password',
  onSaved: () => void logOut(),
  save: 'Cambia password',
  Fields,
})

function Fields({ form }: Parts<typeof ChangePassword>) {
  return (
    <>
      <FormText form={form} name="currentPassword" type="password" autoComplete="current-password" />
      <FormText
        form={form}
        name="password"
        type="password"
        autoComplete="new-password"
        hint="Almeno 12 caratteri. Si chiudono tutti gli accessi: sessioni (anche questa), notifiche e calendari."
      />
    </>
  )
}
