import {
  DropHeldMessages,
  type EmailMessage,
  ListEmailMessages,
  ResendEmailMessage,
  ResendFailedMessages,
} from '../../../../modules/integrations/mail/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { HeldMails } from './HeldMails.tsx'
import { MailBadge } from './MailBadge.tsx'
import { mailPurposes, mailStates, resendOutcome } from './mailLabels.ts'

const resendNames: Partial<Record<EmailMessage['state'], string>> = {
  sent: 'Invia di nuovo',
  delivered: 'Invia di nuovo',
  held: 'Invia',
}

export default function EmailMessages() {
  const address = useListAddress(['state'])
  const state = address.filters.state as EmailMessage['state'] | undefined
  const messages = useQueryCall(
    ListEmailMessages,
    { ...address.input, ...(state && state in mailStates ? { state } : {}) },
    { keepPrevious: true },
  )
  const resend = useCommandCall(ResendEmailMessage, {
    done: resendOutcome,
    failed: 'Impossibile inviare di nuovo l’email',
    renews: [ListEmailMessages.http],
  })
  const drop = useCommandCall(DropHeldMessages, {
    done: ({ dropped }) => countOf(dropped, ['email scartata', 'email scartate']),
    failed: 'Impossibile scartare le email',
    renews: [ListEmailMessages.http],
  })
  const resendAll = useCommandCall(ResendFailedMessages, {
    done: ({ resent }) =>
      resent === 0
        ? 'Niente da riprovare: le altre hanno un indirizzo che non funziona'
        : countOf(resent, ['email rimessa in coda', 'email rimesse in coda']),
    failed: 'Impossibile riprovare le email',
    renews: [ListEmailMessages.http],
  })
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
            <RowAction onClick={() => resend.mutate({ id })}>
              {resendNames[state] ?? 'Riprova'}
              <span className="sr-only"> {subject}</span>
            </RowAction>
            {state === 'held' && (
              <RowAction onClick={() => drop.mutate({ ids: [id] })}>
                Scarta<span className="sr-only"> {subject}</span>
              </RowAction>
            )}
          </RowActions>
        ),
    ),
  ]
  return (
    <>
      <Title
        intro="Ogni email che il sito doveva inviare, con il suo esito."
        actions={
          <Button look="plain" aria-busy={resendAll.isPending} onClick={() => resendAll.mutate({})}>
            Riprova le respinte
          </Button>
        }
      >
        Email Inviate
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per destinatario o oggetto" address={address} />
        <ChoiceFilter
          label="Stato"
          value={address.filters.state}
          choices={Object.fromEntries(Object.entries(mailStates).map(([name, { label }]) => [name, label]))}
          onChoose={(value) => address.set({ state: value })}
        />
      </FilterBar>
      <HeldMails />
      <DataTable
        caption="Email"
        columns={columns}
        of={messages}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || state
            ? 'Nessuna email corrisponde ai filtri'
            : 'Nessuna email: la prima compare quando arriva una richiesta'
        }
      />
    </>
  )
}
