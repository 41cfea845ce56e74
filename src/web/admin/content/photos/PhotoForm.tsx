import { Controller, useWatch } from 'react-hook-form'
import {
  CreatePhoto,
  ListPhotos,
  ReadStaffPhoto,
  SavePhoto,
  type ShownAs,
} from '../../../../modules/content/photos/contract.ts'
import { type PlaceChoices, WithPlaces } from '../../catalog/places/WithPlaces.tsx'
import { FieldRow, FormSelect, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { PictureField } from '../pictures/PictureField.tsx'

export default thingScreen({
  create: CreatePhoto,
  change: SavePhoto,
  read: ReadStaffPhoto,
  initial: { picture: '', shownAs: '', placeId: '', toPlaceId: '', alt: '', author: '', licence: '' },
  title: { created: 'Aggiungi foto', edited: 'Modifica foto' },
  intro:
    'Una nuova foto prende il posto di quella che appare già nello stesso punto; la vecchia resta nell’elenco.',
  save: { created: 'Aggiungi foto', edited: 'Aggiorna foto' },
  done: { created: 'Foto aggiunta', edited: 'Foto aggiornata' },
  failed: { created: 'Impossibile aggiungere la foto', edited: 'Impossibile aggiornare la foto' },
  list: 'foto/',
  renews: [ListPhotos.http],
  With: WithPlaces,
  Fields: PhotoFields,
})

const spots: [ShownAs, string][] = [
  ['company', 'Home: l’azienda'],
  ['sedan', 'Home, flotta: berlina'],
  ['van8', 'Home, flotta: minivan 8 posti'],
  ['van6', 'Home, flotta: minivan 6 posti'],
  ['driver', 'Arrivi: autista con il cartello'],
  ['meeting', 'Arrivi: punto d’incontro di una località'],
  ['place', 'Località: la sua pagina, e le tratte che vi arrivano'],
  ['route', 'Tratta: la sua pagina e le condivisioni'],
  ['none', 'Da nessuna parte'],
]

function PhotoFields({
  form,
  more: { places },
}: Fields<typeof CreatePhoto, typeof ReadStaffPhoto, PlaceChoices>) {
  const { control, formState } = form.rhf
  const error: { message?: string } | undefined = formState.errors.picture
  const shownAs = useWatch({ control, name: 'shownAs' })
  return (
    <>
      <Controller
        control={control}
        name="picture"
        render={({ field }) => <PictureField value={field.value} onChange={field.onChange} />}
      />
      <p role="alert" data-error="picture" className="font-medium text-brick text-sm empty:hidden">
        {error?.message}
      </p>
      <FormSelect form={form} name="shownAs" none="Scegli…" choices={spots} />
      {(shownAs === 'place' || shownAs === 'meeting' || shownAs === 'route') && (
        <FieldRow>
          <FormSelect
            form={form}
            name="placeId"
            label={shownAs === 'route' ? 'Partenza' : 'Località'}
            none="Scegli…"
            choices={places}
          />
          {shownAs === 'route' && <FormSelect form={form} name="toPlaceId" none="Scegli…" choices={places} />}
        </FieldRow>
      )}
      <FormText
        form={form}
        name="alt"
        hint="Ciò che si vede, per chi non può vederla: per esempio «Autista con un cartello agli arrivi di Brindisi»"
      />
      <FieldRow>
        <FormText form={form} name="author" hint="Appare sotto la foto" />
        <FormText form={form} name="licence" hint="Per esempio: di nostra proprietà, oppure CC BY 4.0" />
      </FieldRow>
    </>
  )
}
