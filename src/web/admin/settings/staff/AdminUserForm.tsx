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
import { FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { useSession } from '../../kit/session.ts'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

const noPassword = { password: '', isFirstPassword: true }

export default thingScreen({
  create: CreateAdminUser,
  change: SaveAdminUser,
  read: ReadAdminUser,
  initial: { username: '', role: 'admin', isActive: true, ...noPassword },
  valuesOf: (row) => ({ ...row, ...noPassword }),
  title: { created: 'Nuovo utente admin', edited: 'Modifica utente admin' },
  save: { created: 'Crea utente', edited: 'Aggiorna utente' },
  done: { created: 'Utente creato', edited: 'Utente aggiornato' },
  failed: { created: 'Impossibile creare l’utente', edited: 'Impossibile aggiornare l’utente' },
  list: 'utenti/',
  renews: [ListAdminUsers.http],
  Fields: AdminUserFields,
  Actions: TotpReset,
})

function AdminUserFields({ form, row }: Fields<typeof CreateAdminUser, typeof ReadAdminUser>) {
  const session = useSession()
  const isOwn = row !== null && session?.id === row.id
  return (
    <>
      <FormText form={form} name="username" autoComplete="off" autoCapitalize="none" />
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
            label={row ? 'Nuova password' : 'Password'}
            type="password"
            autoComplete="new-password"
            hint={
              row
                ? 'Lasciala vuota per non cambiarla; cambiandola si chiudono tutti gli accessi: sessioni, notifiche e calendari'
                : 'Almeno 12 caratteri'
            }
          />
          <FormCheck
            form={form}
            name="isFirstPassword"
            hint="Chi la riceve ne sceglie una sua entro tre giorni, prima di vedere altro."
          />
        </>
      )}
      <FormSelect form={form} name="role" hint={roleHint} choices={choices} />
      <FormCheck
        form={form}
        name="isActive"
        hint="Un account disattivato esce subito e non può più accedere; finiscono anche notifiche e calendari."
      />
    </>
  )
}

function TotpReset({ row }: { row: AdminUser | null }) {
  const session = useSession()
  const reset = useCommandCall(ResetTotp, {
    done: 'Verifica in due passaggi azzerata',
    failed: 'Impossibile azzerare la verifica',
    renews: [ReadAdminUser.http, ListAdminUsers.http],
  })
  if (!row?.hasTotp || session?.id === row.id) return null
  return (
    <Button look="plain" onClick={() => reset.mutate({ id: row.id })}>
      Azzera verifica in due passaggi
    </Button>
  )
}

const choices = roles.toReversed().map((role) => [role, roleNames[role]] as const)

const roleHint =
  'Super Admin: anche utenti, chiavi e dati personali. Admin: tutto il lavoro e le impostazioni. Contabile: legge prezzi, preventivi e fogli di servizio, non scrive nulla. Redazione: blog, foto, traduzioni, prompt e risposte alle recensioni, senza clienti. Operatore: richieste, calendario e clienti, senza prezzi, impostazioni ed eliminazioni. Autista: solo i suoi viaggi.'
