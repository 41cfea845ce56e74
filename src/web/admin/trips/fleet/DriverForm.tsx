import type { ReactNode } from 'react'
import {
  CreateDriver,
  ListDriverAccounts,
  ListDrivers,
  ReadDriver,
  SaveDriver,
} from '../../../../modules/trips/fleet/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { DaysOff, SpokenLanguages } from './DriverFields.tsx'

export default thingScreen({
  create: CreateDriver,
  change: SaveDriver,
  read: ReadDriver,
  initial: {
    name: '',
    phone: '',
    languages: [],
    licenceExpiresOn: '',
    certificateExpiresOn: '',
    daysOff: [],
    adminUserId: '',
    isActive: true,
  },
  title: { created: 'Nuovo autista', edited: 'Modifica autista' },
  save: { created: 'Crea autista', edited: 'Aggiorna autista' },
  done: { created: 'Autista creato', edited: 'Autista aggiornato' },
  failed: { created: 'Impossibile creare l’autista', edited: 'Impossibile aggiornare l’autista' },
  list: 'autisti/',
  renews: [ListDrivers.http],
  With: WithAccounts,
  Fields: DriverFields,
})

type Accounts = { id: number; username: string }[]

/** Loads the accounts first, because a `<select>` loses a value for which it has no option. */
function WithAccounts({ children }: { children: (accounts: Accounts) => ReactNode }) {
  const accounts = useQueryCall(ListDriverAccounts, {})
  return <Answer of={accounts}>{({ items }) => children(items)}</Answer>
}

function DriverFields({
  form,
  row,
  more: accounts,
}: Fields<typeof CreateDriver, typeof ReadDriver, Accounts>) {
  const known = accounts.map(({ id, username }) => [id, username] as const)
  const own = row?.adminUserId
  const choices =
    own && !accounts.some(({ id }) => id === own) ? [...known, [own, 'Account disattivato'] as const] : known
  return (
    <>
      <FieldRow>
        <FormText form={form} name="name" autoComplete="off" />
        <FormText form={form} name="phone" type="tel" autoComplete="off" />
      </FieldRow>
      <SpokenLanguages form={form} />
      <FieldRow>
        <FormText form={form} name="licenceExpiresOn" type="date" />
        <FormText
          form={form}
          name="certificateExpiresOn"
          type="date"
          hint="L’elenco avvisa 30 giorni prima di ogni scadenza."
        />
      </FieldRow>
      <DaysOff form={form} />
      {choices.length > 0 && (
        <FormSelect
          form={form}
          name="adminUserId"
          choices={choices}
          none="Nessuno"
          hint="L’account con cui l’autista entra; il ruolo si dà in Utenti Admin."
        />
      )}
      <FormCheck form={form} name="isActive" hint="Si può assegnare ai viaggi." />
    </>
  )
}
