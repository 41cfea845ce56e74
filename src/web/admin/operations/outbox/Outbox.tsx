import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import { ListOutbox, ReplayEvent, ReplayFailed } from '../../../../modules/operations/outbox/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { countOf, showDateTime } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowActions } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'
import { rowLink } from '../../kit/rowOpening.ts'
import { EffectState } from './EventEffect.tsx'

type OutboxEvent = Static<typeof ListOutbox.output>['items'][number]

const nothingToRepeat = 'Niente da ripetere: tutto è già fatto'

const columns: DataColumn<OutboxEvent>[] = [
  { id: 'at', header: 'Data', sort: 'occurredAt', cell: ({ occurredAt }) => showDateTime(occurredAt) },
  {
    id: 'type',
    header: 'Evento',
    cell: ({ id, type, label }) => (
      <Link
        {...rowLink}
        to={adminPath('eventi/:id/', { id })}
        title={type}
        className="font-medium text-sea-deep underline"
      >
        {label}
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
    ({ id, label, effects, dispatchedAt }) =>
      (!dispatchedAt || effects.some(({ state }) => state !== 'done')) && (
        <RowActions>
          <RowCommand
            command={ReplayEvent}
            input={{ id }}
            done={replayed}
            failed="Impossibile ripetere l’evento"
            renews={[ListOutbox.http]}
          >
            Ripeti
            <span className="sr-only">
              {' '}
              l’evento {id}, {label}
            </span>
          </RowCommand>
        </RowActions>
      ),
  ),
]

export default listScreen({
  title: 'Eventi',
  intro: 'Ciò che è accaduto e ciò che ne è seguito. Ripetere è sicuro: quello che è fatto resta fatto.',
  actions: <ReplayAll />,
  caption: 'Eventi',
  query: ListOutbox,
  input: { onlyFailed: false },
  columns,
  search: 'Cerca per evento',
  filters: [
    { field: 'onlyFailed', label: 'Mostra', choices: { true: 'solo non riusciti' }, read: () => true },
  ],
  empty: 'Nessun evento: il primo nasce quando arriva una richiesta o qualcuno salva una modifica',
  emptyFiltered: 'Nessun evento corrisponde ai filtri',
})

function replayed({ replayed, refusal }: Static<typeof ReplayEvent.output>): string {
  if (replayed === 0) return nothingToRepeat
  return refusal ? `Evento ripetuto, email ancora in attesa: ${refusal}` : 'Evento rimesso in lavorazione'
}

function ReplayAll() {
  const { mutate, isPending } = useCommandCall(ReplayFailed, {
    done: ({ replayed }) =>
      replayed === 0
        ? nothingToRepeat
        : countOf(replayed, ['effetto rimesso in lavorazione', 'effetti rimessi in lavorazione']),
    failed: 'Impossibile ripetere gli effetti',
    renews: [ListOutbox.http],
  })
  return (
    <Button look="plain" aria-busy={isPending} onClick={() => mutate({})}>
      Ripeti tutti i non riusciti
    </Button>
  )
}
