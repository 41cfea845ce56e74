import { useQueryClient } from '@tanstack/react-query'
import { ChangeLocations } from '../../../../modules/catalog/places/bulk.contract.ts'
import {
  DeleteLocation,
  ImportLecce,
  ListLocations,
  ListUnsyncedLocations,
  type LocationSummary,
  SyncAllLocations,
  SyncLocation,
  type SyncState,
} from '../../../../modules/catalog/places/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const renews = [ListLocations.http, ListUnsyncedLocations.http]
const degrees = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 4, maximumFractionDigits: 4 })

const stateNames: Record<SyncState, string> = { google: 'Success', own: 'Dati propri', pending: 'Pending' }
const stateTones = { google: 'ok', own: 'info', pending: 'warn' } as const

const stateOf = ({ googlePlaceId, gazetteerId }: LocationSummary): SyncState =>
  googlePlaceId ? 'google' : gazetteerId ? 'own' : 'pending'

const columns: DataColumn<LocationSummary>[] = [
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <RowLink to={adminPath('localita/:id/', { id })}>{name}</RowLink>,
  },
  { id: 'type', header: 'Tipo', sort: 'type', cell: ({ locationType }) => locationType },
  { id: 'cap', header: 'CAP', sort: 'cap', cell: ({ cap }) => cap ?? '—' },
  {
    id: 'position',
    header: 'Coordinate',
    cell: ({ latitude, longitude }) =>
      latitude === null || longitude === null ? (
        <Badge tone="warn">Mancanti</Badge>
      ) : (
        <span className="figures">{`${degrees.format(latitude)} ${degrees.format(longitude)}`}</span>
      ),
  },
  {
    id: 'state',
    header: 'Stato',
    cell: (location) => {
      const own = stateOf(location)
      return <Badge tone={stateTones[own]}>{stateNames[own]}</Badge>
    },
  },
  thingActions({
    path: 'localita/:id/',
    name: ({ name }) => name,
    before: ({ id, name, googlePlaceId }) =>
      !googlePlaceId && (
        <RowCommand
          command={SyncLocation}
          input={{ id }}
          done={(location) => `${location.name}: sincronizzata`}
          failed="Impossibile sincronizzare la località"
          renews={renews}
        >
          Sincronizza<span className="sr-only"> {name}</span>
        </RowCommand>
      ),
    deletion: {
      command: DeleteLocation,
      title: () => 'Sei sicuro di voler eliminare questa località?',
      text: ({ name }) => (
        <>
          <strong className="text-ink">{name}</strong> scompare dalla ricerca. Se è usata in una tratta non si
          può eliminare.
        </>
      ),
      done: 'Località eliminata',
      failed: 'Impossibile eliminare la località',
      renews,
    },
  }),
]

export default listScreen({
  title: 'Lista Località',
  actions: <Jobs />,
  create: { path: 'localita/nuova/', label: 'Aggiungi Località' },
  above: <Job />,
  views: { section: 'localita/' },
  caption: 'Località',
  query: ListLocations,
  columns,
  search: 'Cerca per nome, tipo o CAP',
  filters: [{ field: 'state', param: 'stato', label: 'Stato', choices: stateNames }],
  empty: 'Nessuna località registrata',
  emptyFiltered: 'Nessuna località corrisponde alla ricerca',
  bulk: {
    command: ChangeLocations,
    nouns: ['località', 'località'],
    nameOf: ({ name }) => name,
    acts: {
      exclude: 'Escludi dalla creazione di tratte',
      include: 'Ammetti alla creazione di tratte',
      delete: 'Elimina',
    },
    renews,
  },
})

/** Buttons that start a job. The job is in the URL, so that a reload still shows it. */
function Jobs() {
  const address = useListAddress(['job'])
  const unsynced = useQueryCall(ListUnsyncedLocations, { page: 1, limit: 1 })
  const follow = { onDone: ({ jobId }: { jobId: number }) => address.set({ job: jobId, page: address.page }) }
  const syncAll = useCommandCall(SyncAllLocations, {
    failed: 'Impossibile sincronizzare le località',
    ...follow,
  })
  const importLecce = useCommandCall(ImportLecce, { failed: 'Impossibile importare i comuni', ...follow })
  return (
    <>
      <Button look="plain" aria-busy={importLecce.isPending} onClick={() => importLecce.mutate({})}>
        Importa comuni di Lecce
      </Button>
      {unsynced.data && unsynced.data.total > 0 && (
        <Button look="plain" aria-busy={syncAll.isPending} onClick={() => syncAll.mutate({})}>
          Sync Tutto
        </Button>
      )}
    </>
  )
}

function Job() {
  const client = useQueryClient()
  const { job } = useListAddress(['job']).filters
  if (!job) return null
  return (
    <div className="mb-5 max-w-4xl">
      <JobProgress
        key={job}
        jobId={Number(job)}
        title="Aggiornamento delle località"
        onEnd={() => void renew(client, renews)}
      />
    </div>
  )
}
