import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type CorrelatedRoute,
  CreateCorrelatedRoutes,
  DeleteFamily,
  ListFamily,
} from '../../../../modules/catalog/routes/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { List } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { rowLink } from '../../kit/rowOpening.ts'
import { LinkField } from './LinkField.tsx'
import { familyQueries, useRouteUnlink } from './useRouteLinks.ts'

export function RouteFamily({ routeId, name }: { routeId: number; name: string }) {
  const client = useQueryClient()
  const family = useQueryCall(ListFamily, { id: routeId })
  const [jobId, setJobId] = useState<number | null>(null)
  const [isAsked, setAsked] = useState(false)
  const create = useCommandCall(CreateCorrelatedRoutes, {
    failed: 'Impossibile creare le tratte correlate',
    onDone: (started) => setJobId(started.jobId),
  })
  const remove = useCommandCall(DeleteFamily, {
    done: ({ deleted, detached }) =>
      `Tratte correlate eliminate: ${deleted}${detached > 0 ? `; fatte o modificate a mano e tenute: ${detached}` : ''}`,
    failed: 'Impossibile eliminare le tratte correlate',
    renews: familyQueries,
    onDone: () => setJobId(null),
  })
  return (
    <section aria-labelledby="correlate" className="mt-10 grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="correlate" className="font-semibold text-lg">
          Tratte correlate
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button look="sea" aria-busy={create.isPending} onClick={() => create.mutate({ id: routeId })}>
            Crea Tratte Correlate
          </Button>
          {(family.data?.length ?? 0) > 0 && (
            <Button look="plain" onClick={() => setAsked(true)}>
              Elimina Correlate
            </Button>
          )}
        </div>
      </div>
      <p className="text-ink-soft">
        Il ritorno, e le tratte da e per Stazione Lecce e Aeroporto Bari. Il ritorno usa i dati dell’andata e
        la segue a ogni modifica. Quelle che esistono già vengono collegate come sono, quelle eliminate
        tornano con i loro testi.
      </p>
      {jobId !== null && (
        <JobProgress
          key={jobId}
          jobId={jobId}
          title="Creazione delle tratte correlate"
          onEnd={() => void renew(client, familyQueries)}
        />
      )}
      <List
        caption="Tratte correlate"
        query={ListFamily}
        isWhole
        input={{ id: routeId }}
        columns={columns}
        empty="Nessuna tratta correlata"
      />
      <LinkField mainId={routeId} />
      {isAsked && (
        <Confirm
          title={`Eliminare le tratte correlate di ${name}?`}
          action="Elimina"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: routeId }, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          Quelle fatte o modificate a mano restano, come tratte a sé. La tratta principale non cambia. «Crea
          Tratte Correlate» le rimette tutte com’erano.
        </Confirm>
      )}
    </section>
  )
}

const columns: DataColumn<CorrelatedRoute>[] = [
  {
    id: 'label',
    header: 'Tipo',
    cell: ({ label }) => <Badge tone={label === 'Ritorno' ? 'info' : 'quiet'}>{label}</Badge>,
  },
  {
    id: 'slug',
    header: 'Slug',
    cell: ({ slug, canonicalUrl }) => (
      <div className="min-w-0">
        <span className="block wrap-anywhere font-medium">{slug}</span>
        <span className="block wrap-anywhere text-ink-soft text-sm">{canonicalUrl}</span>
      </div>
    ),
  },
  {
    id: 'state',
    header: 'Stato',
    cell: ({ isActive, isEdited }) => (
      <span className="flex flex-wrap gap-1">
        {isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Disattiva</Badge>}
        {isEdited && <Badge tone="warn">A mano</Badge>}
      </span>
    ),
  },
  actionsColumn((route) => <Acts route={route} />),
]

/** The URL contains the id of the main route. */
function Acts({ route }: { route: CorrelatedRoute }) {
  const { id } = useParams()
  const unlink = useRouteUnlink(Number(id))
  return (
    <RowActions>
      {route.isActive && (
        <a href={`/tratte/transfer-${route.slug}/`} target="_blank" rel="noopener" className={rowActionClass}>
          Apri sul sito<span className="sr-only"> {route.name}</span>
        </a>
      )}
      {/* A return that was made or edited by hand has data of its own. */}
      {route.label === 'Ritorno' && !route.isEdited ? (
        <span className="self-center px-2 text-ink-soft text-sm">Dati dell’andata</span>
      ) : (
        <Link {...rowLink} to={adminPath('tratte/:id/', { id: route.id })} className={rowActionClass}>
          Modifica<span className="sr-only"> {route.name}</span>
        </Link>
      )}
      <RowAction onClick={() => unlink(route)}>
        Scollega<span className="sr-only"> {route.name}</span>
      </RowAction>
    </RowActions>
  )
}
