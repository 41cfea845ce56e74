import { ChangeRoutes } from '../../../../modules/catalog/routes/bulk.contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { ActChoice, actFieldClass } from '../../kit/ActChoice.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { useBulkAct } from '../../kit/useBulkAct.tsx'
import type { Chosen } from '../../kit/useSelection.ts'

export const routeNouns = ['tratta', 'tratte'] as const

const acts = {
  activate: 'Attiva',
  deactivate: 'Disattiva',
  type: 'Cambia tipologia',
  index: 'Ammetti nei motori di ricerca',
  gate: 'Rimetti alla soglia dei motori',
  createFamily: 'Crea le tratte correlate',
  deleteFamily: 'Elimina le tratte correlate',
  delete: 'Elimina',
}

export function RouteActs({ chosen }: { chosen: Chosen }) {
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const { ask, dialog } = useBulkAct({
    command: ChangeRoutes,
    chosen,
    nouns: routeNouns,
    renews: [ListRoutes.http],
  })
  return (
    <>
      <ActChoice
        acts={acts}
        onApply={(act, label, form) =>
          ask({
            label,
            input: { act, ...(act === 'type' ? { transferTypeId: Number(form.get('transferTypeId')) } : {}) },
          })
        }
      >
        {(act) =>
          act === 'type' && (
            <select name="transferTypeId" aria-label="Nuova tipologia" className={actFieldClass}>
              {(types.data?.items ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )
        }
      </ActChoice>
      {dialog}
    </>
  )
}
