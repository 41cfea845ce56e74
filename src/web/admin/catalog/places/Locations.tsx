import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
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
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { ListActs } from '../../kit/ListActs.tsx'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const renews = [ListLocations.http, ListUnsyncedLocations.http]
const nouns = ['località', 'località'] as const
const acts = {
  exclude: 'Escludi dalla creazione di tratte',
  include: 'Ammetti alla creazione di tratte',
  delete: 'Elimina',
}
const degrees = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
const failedSync = 'Impossibile sincronizzare la località'

const stateNames: Record<SyncState, string> = { google: 'Success', own: 'Dati propri', pending: 'Pending' }
const stateTones = { google: 'ok', own: 'info', pending: 'warn' } as const

const stateOf = ({ googlePlaceId, gazetteerId }: LocationSummary): SyncState =>
  googlePlaceId ? 'google' : gazetteerId ? 'own' : 'pending'

const stateIn = (text: string | undefined): SyncState | undefined =>
  text === 'google' || text === 'own' || text === 'pending' ? text : undefined

export default function Locations() {
  const address = useListAddress(['stato', 'job'])
  const { stato, job } = address.filters
  const state = stateIn(stato)
  const filter = {
    ...(address.search ? { search: address.search } : {}),
    ...(state ? { state } : {}),
  }
  const locations = useQueryCall(ListLocations, { ...address.input, ...filter }, { keepPrevious: true })
  const unsynced = useQueryCall(ListUnsyncedLocations, { page: 1, limit: 1 })
  const client = useQueryClient()
  const [deleting, setDeleting] = useState<LocationSummary | null>(null)
  const sync = useCommandCall(SyncLocation, {
    done: ({ name }) => `${name}: sincronizzata`,
    failed: failedSync,
    renews,
  })
  // Puts the job into the URL, so that a reload still shows it.
  const follow = { onDone: ({ jobId }: { jobId: number }) => address.set({ job: jobId, page: address.page }) }
  const syncAll = useCommandCall(SyncAllLocations, {
    failed: 'Impossibile sincronizzare le località',
    ...follow,
  })
  const importLecce = useCommandCall(ImportLecce, { failed: 'Impossibile importare i comuni', ...follow })

  const columns: DataColumn<LocationSummary>[] = [
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={adminPath('localita/:id/', { id })} className="font-medium text-sea-deep underline">
          {name}
        </Link>
      ),
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
    actionsColumn((location) => (
      <RowActions>
        {!location.googlePlaceId && (
          <RowAction disabled={sync.isPending} onClick={() => sync.mutate({ id: location.id })}>
            Sincronizza<span className="sr-only"> {location.name}</span>
          </RowAction>
        )}
        <Link to={adminPath('localita/:id/', { id: location.id })} className={rowActionClass}>
          Modifica<span className="sr-only"> {location.name}</span>
        </Link>
        <RowAction onClick={() => setDeleting(location)}>
          Elimina<span className="sr-only"> {location.name}</span>
        </RowAction>
      </RowActions>
    )),
  ]

  return (
    <>
      <Title
        actions={
          <>
            <Button look="plain" aria-busy={importLecce.isPending} onClick={() => importLecce.mutate({})}>
              Importa comuni di Lecce
            </Button>
            {unsynced.data && unsynced.data.total > 0 && (
              <Button look="plain" aria-busy={syncAll.isPending} onClick={() => syncAll.mutate({})}>
                Sync Tutto
              </Button>
            )}
            <Link to={adminPath('localita/nuova/')} className={buttonClass('sea')}>
              Aggiungi Località
            </Link>
          </>
        }
      >
        Lista Località
      </Title>
      {job && (
        <div className="mb-5 max-w-4xl">
          <JobProgress
            key={job}
            jobId={Number(job)}
            title="Aggiornamento delle località"
            onEnd={() => void renew(client, renews)}
          />
        </div>
      )}
      <SavedViews section="localita/" />
      <FilterBar>
        <SearchBox label="Cerca per nome, tipo o CAP" address={address} />
        <ChoiceFilter
          label="Stato"
          value={stato}
          choices={stateNames}
          onChoose={(value) => address.set({ stato: value })}
        />
      </FilterBar>
      <DataTable
        caption="Località"
        columns={columns}
        of={locations}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || stato
            ? 'Nessuna località corrisponde alla ricerca'
            : 'Nessuna località registrata'
        }
        bulk={{
          command: ChangeLocations,
          filter,
          nouns,
          nameOf: ({ name }) => name,
          acts: (chosen) => (
            <ListActs command={ChangeLocations} acts={acts} chosen={chosen} nouns={nouns} renews={renews} />
          ),
        }}
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteLocation}
          id={deleting.id}
          title="Sei sicuro di voler eliminare questa località?"
          done="Località eliminata"
          failed="Impossibile eliminare la località"
          renews={renews}
          onClose={() => setDeleting(null)}
        >
          <strong className="text-ink">{deleting.name}</strong> scompare dalla ricerca. Se è usata in una
          tratta non si può eliminare.
        </DeleteConfirm>
      )}
    </>
  )
}
