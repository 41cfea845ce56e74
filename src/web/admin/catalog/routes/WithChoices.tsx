import { ListLocations } from '../../../../modules/catalog/places/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'

interface Choices {
  places: (readonly [id: number, name: string])[]
  types: (readonly [id: number, name: string])[]
}

/** Loads the options first, because a `<select>` loses a value for which it has no option. */
export function WithChoices({ children }: { children: (choices: Choices) => React.ReactNode }) {
  const places = useQueryCall(ListLocations, { limit: 100 })
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  return (
    <Answer of={places} rows={10}>
      {(found) => (
        <Answer of={types} rows={10}>
          {(kinds) =>
            children({
              places: (Array.isArray(found) ? found : found.items).map(({ id, name }) => [id, name] as const),
              types: kinds.items.map(
                ({ id, name, isActive }) => [id, isActive ? name : `${name} (disattivata)`] as const,
              ),
            })
          }
        </Answer>
      )}
    </Answer>
  )
}
