import { Link } from 'react-router'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { type PlaceChoices, WithPlaces } from '../places/WithPlaces.tsx'

export interface Choices extends PlaceChoices {
  types: (readonly [id: number, name: string])[]
}

/** Returns a hint for a select of transfer types that would have no choice. */
export const typesHint = (types: Choices['types']) =>
  types.length === 0 && (
    <>
      Nessuna tipologia:{' '}
      <Link to={adminPath('tipologie-transfer/')} className="text-sea-deep underline">
        aggiungila in Tipologie Transfer
      </Link>
    </>
  )

export function WithChoices({ children }: { children: (choices: Choices) => React.ReactNode }) {
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  return (
    <WithPlaces>
      {(places) => (
        <Answer of={types} rows={10}>
          {(kinds) =>
            children({
              ...places,
              types: kinds.items.map(
                ({ id, name, isActive }) => [id, isActive ? name : `${name} (disattivata)`] as const,
              ),
            })
          }
        </Answer>
      )}
    </WithPlaces>
  )
}
