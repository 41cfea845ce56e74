import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import {
  eventWords,
  ListOutbox,
  ReplayEvent,
  ReplayFailed,
} from '../../../../modules/operations/outbox/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { EffectState } from './EventEffect.tsx'

type OutboxEvent = Static<typeof ListOutbox.output>['items'][number]

export default function Outbox() {
  const address = useListAddress(['onlyFailed'])
  const events = useQueryCall(
    ListOutbox,
    { ...address.input, onlyFailed: address.filters.onlyFailed === 'true' },
    { keepPrevious: true },
  )
  const replay = useCommandCall(ReplayEvent, {
    done: ({ replayed, refusal }) =>
      replayed === 0
        ? 'Niente da ripetere: tutto è già fatto'
        : refusal
          ? `Evento ripetuto, email ancora in attesa: ${refusal}`
          : 'Evento rimesso in lavorazione',
    failed: 'Impossibile ripetere l’evento',
    renews: [ListOutbox.http],
  })
  const replayAll = useCommandCall(ReplayFailed, {
    done: ({ replayed }) =>
      replayed === 0
        ? 'Niente da ripetere: tutto è già fatto'
        : countOf(replayed, ['effetto rimesso in lavorazione', 'effetti rimessi in lavorazione']),
    failed: 'Impossibile ripetere gli effetti',
    renews: [ListOutbox.http],
  })
  const columns: DataColumn<OutboxEvent>[] = [
    { id: 'at', header: 'Data', sort: 'occurredAt', cell: ({ occurredAt }) => showDateTime(occurredAt) },
    {
      id: 'type',
      header: 'Evento',
      cell: ({ id, type }) => (
        <Link
          to={adminPath('eventi/:id/', { id })}
          title={type}
          className="font-medium text-sea-deep underline"
        >
          {eventWords[type] ?? type}
        </Link>
      ),
    },
    {
      id: 'effects',
      header: 'Effetti',
      cell: ({ effects, dispatchedAt }) =>
        effects.length === 0 ? (
          <span className="text-ink-soft">{dispatchedAt ? 'nessuno' : 'da smistare'}</span>
        ) : (
          <ul className="grid gap-1">
            {effects.map(({ attempts, lastError, ...effect }) => (
              <li key={effect.reaction}>
                <EffectState {...effect} />
                {lastError && (
                  <span className="block text-ink-soft text-sm">
                    {lastError} ({countOf(attempts, ['tentativo', 'tentativi'])})
                  </span>
                )}
              </li>
            ))}
          </ul>
        ),
    },
    actionsColumn(
      ({ id, type, effects, dispatchedAt }) =>
        (!dispatchedAt || effects.some(({ state }) => state !== 'done')) && (
          <RowActions>
            <RowAction onClick={() => replay.mutate({ id })}>
              Ripeti
              <span className="sr-only">
                {' '}
                l’evento {id}, {eventWords[type] ?? type}
              </span>
            </RowAction>
          </RowActions>
        ),
    ),
  ]
  return (
    <>
      <Title
        intro="Ciò che è accaduto e ciò che ne è seguito. Ripetere è sicuro: quello che è fatto resta fatto."
        actions={
          <Button look="plain" aria-busy={replayAll.isPending} onClick={() => replayAll.mutate({})}>
            Ripeti tutti i non riusciti
          </Button>
        }
      >
        Eventi
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per evento" address={address} />
        <ChoiceFilter
          label="Mostra"
          value={address.filters.onlyFailed}
          choices={{ true: 'solo non riusciti' }}
          onChoose={(value) => address.set({ onlyFailed: value })}
        />
      </FilterBar>
      <DataTable
        caption="Eventi"
        columns={columns}
        of={events}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || address.filters.onlyFailed
            ? 'Nessun evento corrisponde ai filtri'
            : 'Nessun evento: il primo nasce quando arriva una richiesta o qualcuno salva una modifica'
        }
      />
    </>
  )
}
