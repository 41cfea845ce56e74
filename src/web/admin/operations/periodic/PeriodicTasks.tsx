import type { Static } from '@sinclair/typebox'
import { ListPeriodicTasks, RunPeriodicTask } from '../../../../modules/operations/periodic/contract.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'

type Task = Static<typeof ListPeriodicTasks.output>['items'][number]

export function PeriodicTasks() {
  const tasks = useQueryCall(ListPeriodicTasks, {})
  const run = useCommandCall(RunPeriodicTask, {
    done: 'Avviato: aggiorna tra qualche secondo',
    failed: 'Impossibile avviare il lavoro',
    renews: [ListPeriodicTasks.http],
  })
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
            <RowAction onClick={() => run.mutate({ name })}>
              Esegui adesso<span className="sr-only"> {label}</span>
            </RowAction>
          </RowActions>
        ),
    ),
  ]
  return (
    <section aria-labelledby="a-tempo" className="mt-8">
      <h2 id="a-tempo" className="mb-3 text-lg">
        Lavori a tempo
      </h2>
      <DataTable
        caption="Lavori a tempo"
        columns={columns}
        of={tasks}
        rowId={({ name }) => name}
        empty="Nessun lavoro"
      />
    </section>
  )
}
