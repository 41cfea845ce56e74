import { useState } from 'react'
import { ListPushSubscriptions } from '../../../../modules/integrations/push/contract.ts'
import {
  EndSession,
  EndTotp,
  ListSessions,
  ReadSession,
  type Session,
} from '../../../../modules/settings/staff/contract.ts'
import { call } from '../../../client.ts'
import { Notifications } from '../../integrations/push/Notifications.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { Form, FormText } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { logOut } from '../../session.ts'
import { deviceOf } from './deviceOf.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { TotpSetup } from './TotpSetup.tsx'

export default function Account() {
  const session = useQueryCall(ReadSession, {})
  const { may } = useRights()
  return (
    <>
      <Title>Il Mio Account</Title>
      <div className="grid gap-8">
        <section aria-labelledby="password">
          <h2 id="password" className="mb-3 text-lg">
            Password
          </h2>
          <PasswordForm />
        </section>
        <section aria-labelledby="totp">
          <h2 id="totp" className="mb-3 text-lg">
            Verifica in due passaggi
          </h2>
          <Answer of={session} rows={1}>
            {({ adminUser }) => (adminUser.hasTotp ? <TotpEnd /> : <TotpSetup />)}
          </Answer>
        </section>
        {may(ListPushSubscriptions) && (
          <section aria-labelledby="push">
            <h2 id="push" className="mb-3 text-lg">
              Notifiche
            </h2>
            <Notifications />
          </section>
        )}
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="mb-3 text-lg">
            Sessioni aperte
          </h2>
          <Sessions />
        </section>
      </div>
    </>
  )
}

function TotpEnd() {
  const form = useContractForm({
    schema: EndTotp.input,
    values: { currentPassword: '' },
    save: (input) => call<typeof EndTotp>(EndTotp.http, input),
    done: 'Verifica in due passaggi disattivata',
    failed: 'Impossibile disattivare la verifica',
    onSaved: () => location.reload(),
  })
  return (
    <Form form={form} save="Disattiva">
      <p>
        <Badge tone="ok">Attiva</Badge> All’accesso serve anche il codice della tua app.
      </p>
      <FormText
        form={form}
        name="currentPassword"
        label="Password attuale per disattivare la verifica"
        type="password"
        autoComplete="current-password"
      />
    </Form>
  )
}

function Sessions() {
  const sessions = useQueryCall(ListSessions, {})
  const [ending, setEnding] = useState('')
  const end = useCommandCall(EndSession, {
    done: 'Sessione terminata',
    failed: 'Impossibile terminare la sessione',
    renews: [ListSessions.http],
  })
  const columns: DataColumn<Session>[] = [
    { id: 'user', header: 'Utente', cell: ({ username }) => username },
    {
      id: 'device',
      header: 'Dispositivo',
      cell: ({ userAgent, isCurrent }) => (
        <>
          {deviceOf(userAgent)} {isCurrent && <Badge tone="info">questa</Badge>}
        </>
      ),
    },
    { id: 'since', header: 'Aperta il', cell: ({ createdAt }) => showDateTime(createdAt) },
    { id: 'used', header: 'Ultimo uso', cell: ({ usedAt }) => showDateTime(usedAt) },
    actionsColumn(({ id, isCurrent, username }) => (
      <RowActions>
        <RowAction
          aria-busy={ending === id}
          onClick={() => {
            if (isCurrent) return logOut()
            setEnding(id)
            end.mutate({ id }, { onSettled: () => setEnding('') })
          }}
        >
          {isCurrent ? 'Esci' : 'Termina'}
          <span className="sr-only"> la sessione di {username}</span>
        </RowAction>
      </RowActions>
    )),
  ]
  return (
    <DataTable
      caption="Sessioni aperte"
      columns={columns}
      of={sessions}
      rowId={({ id }) => id}
      empty="Nessuna sessione aperta"
    />
  )
}
