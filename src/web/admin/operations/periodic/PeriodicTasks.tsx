import type { Static } from '@sinclair/typebox'
import { ListPeriodicTasks, RunPeriodicTask } from '../../../../modules/operations/periodic/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { RowActions } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'

type Task = Static<typeof ListPeriodicTasks.output>['items'][number]

const columns: DataColumn<Task>[] = [
  {
    id: 'label',
    header: 'Lavoro',
    cell: ({ label, about }) => (
      <span>
        {label}
        <span className="block font-normal text-ink-soft text-sm">{about}</span>
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Ultima volta',
    cell: ({ endedAt }) => (endedAt ? showDateTime(endedAt) : 'mai'),
  },
  {
    id: 'result',
    header: 'Esito',
    cell: ({ endedAt, succeededAt, result, error }) =>
      error ? (
        <span>
          <Badge tone="bad">non riuscito</Badge> {error}
          <span className="block text-ink-soft text-sm">
            {succeededAt ? `Riuscito l’ultima volta ${showDateTime(succeededAt)}` : 'Mai riuscito'}
          </span>
        </span>
      ) : endedAt ? (
        <span>
          <Badge tone="ok">riuscito</Badge>
          {result && (
            <span className="text-ink-soft text-sm"> {result} elementi l’ultima volta che serviva</span>
          )}
        </span>
      ) : (
        <Badge tone="quiet">in attesa</Badge>
      ),
  },
  actionsColumn(
    ({ name, label, canRunNow }) =>
      canRunNow && (
        <RowActions>
          <RowCommand
            command={RunPeriodicTask}
            input={{ name }}
            done="Avviato: aggiorna tra qualche secondo"
            failed="Impossibile avviare il lavoro"
            renews={[ListPeriodicTasks.http]}
          >
            Esegui adesso<span className="sr-only"> {label}</span>
          </RowCommand>
        </RowActions>
      ),
  ),
]

export function PeriodicTasks() {
  return (
    <section aria-labelledby="a-tempo" className="mt-8">
      <h2 id="a-tempo" className="mb-3 text-lg">
        Lavori a tempo
      </h2>
      <List
        caption="Lavori a tempo"
        query={ListPeriodicTasks}
        isWhole
        columns={columns}
        rowId={({ name }) => name}
        empty="Nessun lavoro"
      />
    </section>
  )
}
