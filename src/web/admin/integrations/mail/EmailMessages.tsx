import {
  DropHeldMessages,
  type EmailMessage,
  ListEmailMessages,
  ResendEmailMessage,
  ResendFailedMessages,
} from '../../../../modules/integrations/mail/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { countOf, showDateTime } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowActions } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'
import { HeldMails } from './HeldMails.tsx'
import { MailBadge } from './MailBadge.tsx'
import { mailPurposes, mailStates, resendOutcome } from './mailLabels.ts'

const resendNames: Partial<Record<EmailMessage['state'], string>> = {
  sent: 'Invia di nuovo',
  delivered: 'Invia di nuovo',
  held: 'Invia',
}

const renews = [ListEmailMessages.http]

const columns: DataColumn<EmailMessage>[] = [
  { id: 'created', header: 'Data', sort: 'createdAt', cell: ({ createdAt }) => showDateTime(createdAt) },
  { id: 'purpose', header: 'Tipo', cell: ({ purpose }) => mailPurposes[purpose] ?? purpose },
  { id: 'recipient', header: 'Destinatario', sort: 'recipient', cell: ({ recipient }) => recipient },
  {
    id: 'subject',
    header: 'Oggetto',
    cell: ({ subject }) => (
      <span>
        <Arrowed text={subject} />
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Stato',
    sort: 'state',
    cell: ({ state, hasBounced, lastError, isUncertain, attempts }) => (
      <span>
        <MailBadge mail={{ state, hasBounced }} />
        {isUncertain && (
          <>
            {' '}
            <Badge tone="warn">forse arrivata due volte</Badge>
          </>
        )}
        {lastError && (
          <span className="mt-1 block text-ink-soft text-sm">
            {lastError} ({countOf(attempts, ['tentativo', 'tentativi'])})
          </span>
        )}
      </span>
    ),
  },
  actionsColumn(
    ({ id, state, subject }) =>
      state !== 'sending' && (
        <RowActions>
          <RowCommand
            command={ResendEmailMessage}
            input={{ id }}
            done={resendOutcome}
            failed="Impossibile inviare di nuovo l’email"
            renews={renews}
          >
            {resendNames[state] ?? 'Riprova'}
            <span className="sr-only"> {subject}</span>
          </RowCommand>
          {state === 'held' && (
            <RowCommand
              command={DropHeldMessages}
              input={{ ids: [id] }}
              done={({ dropped }) => countOf(dropped, ['email scartata', 'email scartate'])}
              failed="Impossibile scartare le email"
              renews={renews}
            >
              Scarta<span className="sr-only"> {subject}</span>
            </RowCommand>
          )}
        </RowActions>
      ),
  ),
]

export default listScreen({
  title: 'Email Inviate',
  intro: 'Ogni email che il sito doveva inviare, con il suo esito.',
  actions: <ResendAll />,
  caption: 'Email',
  query: ListEmailMessages,
  columns,
  search: 'Cerca per destinatario o oggetto',
  filters: [
    {
      field: 'state',
      label: 'Stato',
      choices: Object.fromEntries(Object.entries(mailStates).map(([name, { label }]) => [name, label])),
    },
  ],
  note: () => <HeldMails />,
  empty: 'Nessuna email: la prima compare quando arriva una richiesta',
  emptyFiltered: 'Nessuna email corrisponde ai filtri',
})

function ResendAll() {
  const { mutate, isPending } = useCommandCall(ResendFailedMessages, {
    done: ({ resent }) =>
      resent === 0
        ? 'Niente da riprovare: le altre hanno un indirizzo che non funziona'
        : countOf(resent, ['email rimessa in coda', 'email rimesse in coda']),
    failed: 'Impossibile riprovare le email',
    renews,
  })
  return (
    <Button look="plain" aria-busy={isPending} onClick={() => mutate({})}>
      Riprova le respinte
    </Button>
  )
}
