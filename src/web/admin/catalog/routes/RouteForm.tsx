import { useParams } from 'react-router'
import { ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { RouteEditor } from './RouteEditor.tsx'
import { RouteFamily } from './RouteFamily.tsx'
import { RouteIndexing } from './RouteIndexing.tsx'
import { WithChoices } from './WithChoices.tsx'

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
  const route = useQueryCall(ReadRoute, { id }, { isUncached: true })
  return (
    <>
      <Title>Modifica Tratta</Title>
      <Answer of={route} rows={10}>
        {(values) => (
          <>
            <WithChoices>
              {(choices) => <RouteEditor key={values.id} route={values} {...choices} />}
            </WithChoices>
            <RouteIndexing {...values} />
            {values.isMainRoute && (
              <RouteFamily routeId={values.id} name={`${values.departure} – ${values.destination}`} />
            )}
          </>
        )}
      </Answer>
    </>
  )
}
