import { useParams } from 'react-router'
import { ListLocations, ListTransferTypes } from '../../../modules/catalog/contract.places.ts'
import { ReadRoute } from '../../../modules/catalog/contract.routes.ts'
import { useAsk } from '../kit/api.ts'
import { Answer } from '../kit/States.tsx'
import { Title } from '../kit/Title.tsx'
import { RouteEditor } from './RouteEditor.tsx'
import { RouteFamily } from './RouteFamily.tsx'

/** A new route, or the one whose id is in the address. */
export default function RouteForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Aggiungi Tratta</Title>
      <WithChoices>{(choices) => <RouteEditor key="nuova" route={null} {...choices} />}</WithChoices>
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const route = useAsk(ReadRoute, { id }, { anew: true })
  return (
    <>
      <Title>Modifica Tratta</Title>
      <Answer of={route} rows={10}>
        {(values) => (
          <>
            <WithChoices>
              {(choices) => <RouteEditor key={values.id} route={values} {...choices} />}
            </WithChoices>
            {values.isMainRoute && (
              <RouteFamily routeId={values.id} name={`${values.departure} – ${values.destination}`} />
            )}
          </>
        )}
      </Answer>
    </>
  )
}

interface Choices {
  places: (readonly [id: number, name: string])[]
  types: (readonly [id: number, name: string])[]
}

/** What the form chooses from comes first: a select without its options would lose its value. */
function WithChoices({ children }: { children: (choices: Choices) => React.ReactNode }) {
  const places = useAsk(ListLocations, { limit: 100 })
  const types = useAsk(ListTransferTypes, { page: 1, limit: 100 })
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
