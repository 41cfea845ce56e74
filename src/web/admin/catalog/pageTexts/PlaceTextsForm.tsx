import { useParams } from 'react-router'
import { ListPageTexts } from '../../../../modules/catalog/pageTexts/contract.ts'
import {
  type PlaceTexts,
  ReadPlaceTexts,
  SavePlaceTexts,
} from '../../../../modules/catalog/places/contract.ts'
import { call } from '../../../client.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { OwnPage } from '../places/OwnPage.tsx'
import { useLocationText } from '../places/useLocationText.ts'

export default function PlaceTextsForm() {
  const { id } = useParams()
  const texts = useQueryCall(ReadPlaceTexts, { id: Number(id) }, { isUncached: true })
  return (
    <Answer of={texts} rows={8}>
      {(row) => (
        <>
          <Title>{`Testi: ${row.name}`}</Title>
          <Texts key={row.id} row={row} />
        </>
      )}
    </Answer>
  )
}

interface Row {
  row: PlaceTexts
}

const Texts = thingForm<typeof SavePlaceTexts, Row>({
  command: SavePlaceTexts,
  valuesOf: ({ row }) => row,
  readAgain: ({ row: { id } }) => call<typeof ReadPlaceTexts>(ReadPlaceTexts.http, { id }),
  done: 'Testi salvati',
  failed: 'Impossibile salvare i testi',
  renews: [ListPageTexts.http, ReadPlaceTexts.http],
  list: 'testi/',
  save: 'Salva',
  Fields,
})

function Fields({ form, row }: Parts<typeof SavePlaceTexts, Row>) {
  const ai = useLocationText(row.name)
  return (
    <>
      <OwnPage place={row} />
      <AiText form={form} name="longDescription" label="Descrizione" fieldType="description" {...ai} />
      <AiText form={form} name="touristInfo" label="Informazioni turistiche" fieldType="tourist" {...ai} />
    </>
  )
}
