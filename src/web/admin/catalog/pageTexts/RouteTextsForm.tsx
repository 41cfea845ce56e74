import { useParams } from 'react-router'
import { ListPageTexts } from '../../../../modules/catalog/pageTexts/contract.ts'
import {
  ReadRouteTexts,
  type RouteTexts,
  SaveRouteTexts,
} from '../../../../modules/catalog/routes/contract.ts'
import { call } from '../../../client.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { useRouteText } from '../routes/useRouteText.ts'

export default function RouteTextsForm() {
  const { id } = useParams()
  const texts = useQueryCall(ReadRouteTexts, { id: Number(id) }, { isUncached: true })
  return (
    <Answer of={texts} rows={8}>
      {(row) => (
        <>
          <Title intro="La pagina della tratta sul sito: prezzi, indirizzo e stato restano come sono.">
            {`Testi: ${row.departure} → ${row.destination}`}
          </Title>
          <Texts key={row.id} row={row} />
        </>
      )}
    </Answer>
  )
}

interface Row {
  row: RouteTexts
}

const Texts = thingForm<typeof SaveRouteTexts, Row>({
  command: SaveRouteTexts,
  valuesOf: ({ row }) => row,
  readAgain: ({ row: { id } }) => call<typeof ReadRouteTexts>(ReadRouteTexts.http, { id }),
  done: 'Testi salvati',
  failed: 'Impossibile salvare i testi',
  renews: [ListPageTexts.http, ReadRouteTexts.http],
  list: 'testi/',
  save: 'Salva',
  Fields,
})

function Fields({ form, row }: Parts<typeof SaveRouteTexts, Row>) {
  const ai = useRouteText(row.departure, row.destination)
  return (
    <>
      {row.isActive && (
        <a
          href={`/tratte/transfer-${row.slug}/`}
          target="_blank"
          rel="noopener"
          className="w-fit text-sea-deep underline"
        >
          Apri la pagina sul sito
        </a>
      )}
      <AiText form={form} name="longDescription" label="Descrizione" fieldType="general" {...ai} />
      <AiText form={form} name="touristInfo" label="Informazioni turistiche" fieldType="general" {...ai} />
    </>
  )
}
