import { Controller, useWatch } from 'react-hook-form'
import {
  CreatePhoto,
  ListPhotos,
  ReadStaffPhoto,
  SavePhoto,
  type ShownAs,
  type StaffPhoto,
} from '../../../../modules/content/photos/contract.ts'
import { WithPlaces } from '../../catalog/places/WithPlaces.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { FieldRow, Form, FormSelect, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'
import { PictureField } from '../pictures/PictureField.tsx'

export default function PhotoForm() {
  return (
    <ThingScreen
      read={ReadStaffPhoto}
      titles={{ created: 'Aggiungi foto', edited: 'Modifica foto' }}
      intros={{ created: intro, edited: intro }}
    >
      {(photo) => <WithPlaces>{({ places }) => <Editor photo={photo} places={places} />}</WithPlaces>}
    </ThingScreen>
  )
}

const intro =
  'Una nuova foto prende il posto di quella che appare già nello stesso punto; la vecchia resta nell’elenco.'

type Places = (readonly [id: number, name: string])[]

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

const empty = { picture: '', shownAs: '', placeId: '', toPlaceId: '', alt: '', author: '', licence: '' }

function Editor({ photo, places }: { photo: StaffPhoto | null; places: Places }) {
  const { form, leave } = useThingForm({
    create: CreatePhoto,
    change: SavePhoto,
    read: ReadStaffPhoto,
    row: photo,
    initial: empty,
    done: photo ? 'Foto aggiornata' : 'Foto aggiunta',
    failed: photo ? 'Impossibile aggiornare la foto' : 'Impossibile aggiungere la foto',
    list: adminPath('foto/'),
    renews: [ListPhotos.http, ReadStaffPhoto.http],
  })
  const { control, formState } = form.rhf
  const error: { message?: string } | undefined = formState.errors.picture
  const shownAs = useWatch({ control, name: 'shownAs' })
  return (
    <Form form={form} save={photo ? 'Aggiorna foto' : 'Aggiungi foto'} onCancel={leave}>
      <Controller
        control={control}
        name="picture"
        render={({ field }) => <PictureField value={field.value} onChange={field.onChange} />}
      />
      <p role="alert" data-error="picture" className="font-medium text-brick text-sm empty:hidden">
        {error?.message}
      </p>
      <FormSelect form={form} name="shownAs" label="Dove appare" none="Scegli…" choices={spots} />
      {(shownAs === 'place' || shownAs === 'meeting' || shownAs === 'route') && (
        <FieldRow>
          <FormSelect
            form={form}
            name="placeId"
            label={shownAs === 'route' ? 'Partenza' : 'Località'}
            none="Scegli…"
            choices={places}
          />
          {shownAs === 'route' && (
            <FormSelect form={form} name="toPlaceId" label="Destinazione" none="Scegli…" choices={places} />
          )}
        </FieldRow>
      )}
      <FormText
        form={form}
        name="alt"
        label="Descrizione"
        hint="Ciò che si vede, per chi non può vederla: per esempio «Autista con un cartello agli arrivi di Brindisi»"
      />
      <FieldRow>
        <FormText form={form} name="author" label="Autore" hint="Appare sotto la foto" />
        <FormText
          form={form}
          name="licence"
          label="Licenza"
          hint="Per esempio: di nostra proprietà, oppure CC BY 4.0"
        />
      </FieldRow>
    </Form>
  )
}
