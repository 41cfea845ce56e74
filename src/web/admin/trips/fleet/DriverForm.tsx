import {
  CreateDriver,
  type Driver,
  ListDriverAccounts,
  ListDrivers,
  ReadDriver,
  SaveDriver,
} from '../../../../modules/trips/fleet/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow, Form, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { DaysOff, SpokenLanguages } from './DriverFields.tsx'

export default function DriverForm() {
  return (
    <ThingScreen read={ReadDriver} titles={{ created: 'Nuovo autista', edited: 'Modifica autista' }}>
      {(driver) => <WithAccounts driver={driver} />}
    </ThingScreen>
  )
}

/** Loads the accounts first, because a `<select>` loses a value for which it has no option. */
function WithAccounts({ driver }: { driver: Driver | null }) {
  const accounts = useQueryCall(ListDriverAccounts, {})
  return <Answer of={accounts}>{({ items }) => <Editor driver={driver} accounts={items} />}</Answer>
}

const empty = {
  name: '',
  phone: '',
  languages: [],
  licenceExpiresOn: '',
  certificateExpiresOn: '',
  daysOff: [],
  adminUserId: '',
  isActive: true,
}

interface EditorProps {
  driver: Driver | null
  accounts: { id: number; username: string }[]
}

function Editor({ driver, accounts }: EditorProps) {
  const { form, leave } = useThingForm({
    create: CreateDriver,
    change: SaveDriver,
    read: ReadDriver,
    row: driver,
    initial: empty,
    done: driver ? 'Autista aggiornato' : 'Autista creato',
    failed: driver ? 'Impossibile aggiornare l’autista' : 'Impossibile creare l’autista',
    list: adminPath('autisti/'),
    renews: [ListDrivers.http, ReadDriver.http],
  })
  const known = accounts.map(({ id, username }) => [id, username] as const)
  const own = driver?.adminUserId
  const choices =
    own && !accounts.some(({ id }) => id === own) ? [...known, [own, 'Account disattivato'] as const] : known
  return (
    <Form form={form} save={driver ? 'Aggiorna autista' : 'Crea autista'} onCancel={leave}>
      <FieldRow>
        <FormText form={form} name="name" label="Nome" autoComplete="off" />
        <FormText form={form} name="phone" label="Telefono" type="tel" autoComplete="off" />
      </FieldRow>
      <SpokenLanguages form={form} />
      <FieldRow>
        <FormText form={form} name="licenceExpiresOn" label="Patente valida fino al" type="date" />
        <FormText
          form={form}
          name="certificateExpiresOn"
          label="CAP / KB valido fino al"
          type="date"
          hint="L’elenco avvisa 30 giorni prima di ogni scadenza."
        />
      </FieldRow>
      <DaysOff form={form} />
      {choices.length > 0 && (
        <FormSelect
          form={form}
          name="adminUserId"
          label="Account"
          choices={choices}
          none="Nessuno"
          hint="L’account con cui l’autista entra; il ruolo si dà in Utenti Admin."
        />
      )}
      <FormCheck form={form} name="isActive" label="Attivo" hint="Si può assegnare ai viaggi." />
    </Form>
  )
}
