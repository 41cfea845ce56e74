import { ChangeRoutes } from '../../../../modules/catalog/routes/bulk.contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { ListActs } from '../../kit/ListActs.tsx'
import type { Chosen } from '../../kit/useSelection.ts'

export const routeNouns = ['tratta', 'tratte'] as const

export function RouteActs({ chosen }: { chosen: Chosen }) {
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const options = (types.data?.items ?? []).map(({ id, name }) => [id, name] as const)
  return (
    <ListActs
      command={ChangeRoutes}
      chosen={chosen}
      nouns={routeNouns}
      renews={[ListRoutes.http]}
      acts={{
        activate: 'Attiva',
        deactivate: 'Disattiva',
        type: {
          label: 'Cambia tipologia',
          field: { name: 'transferTypeId', label: 'Nuova tipologia', options },
        },
        index: 'Ammetti nei motori di ricerca',
        gate: 'Rimetti alla soglia dei motori',
        createFamily: 'Crea le tratte correlate',
        deleteFamily: 'Elimina le tratte correlate',
        delete: 'Elimina',
      }}
    />
  )
}
