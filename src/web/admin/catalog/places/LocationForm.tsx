import { useWatch } from 'react-hook-form'
import { coordinatesOf } from '../../../../modules/catalog/placeSearch/coordinates.contract.ts'
import {
  CreateLocation,
  ListLocations,
  ReadLocation,
  SaveLocation,
} from '../../../../modules/catalog/places/contract.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { FieldGroup, FieldRow, FormCheck, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { coordinatesWarning } from './coordinatesWarning.ts'
import { LocationNames } from './LocationNames.tsx'
import { MeetingPointField } from './MeetingPointField.tsx'
import { OwnPage } from './OwnPage.tsx'
import { PlaceField } from './PlaceField.tsx'
import { PositionMap } from './PositionMap.tsx'
import { useLocationText } from './useLocationText.ts'

export default thingScreen({
  create: CreateLocation,
  change: SaveLocation,
  read: ReadLocation,
  initial: {
    name: '',
    locationType: 'Città',
    googlePlaceId: '',
    cap: '',
    latitude: '',
    longitude: '',
    googlePosition: '',
    meetingPoint: '',
    longDescription: '',
    touristInfo: '',
    excludeFromBulk: false,
  },
  title: { created: 'Aggiungi Località', edited: 'Modifica Località' },
  save: { created: 'Aggiungi Località', edited: 'Aggiorna Località' },
  done: { created: 'Località aggiunta', edited: 'Località aggiornata' },
  failed: { created: 'Impossibile aggiungere la località', edited: 'Impossibile aggiornare la località' },
  list: 'localita/',
  renews: [ListLocations.http],
  Fields: LocationFields,
  Below: ({ row }) => row && <LocationNames row={row} />,
})

const types = ['Città', 'Aeroporto', 'Porto', 'Attrazione', 'Stazione'].map((type) => [type, type] as const)

function LocationFields({ form, row }: Fields<typeof CreateLocation, typeof ReadLocation>) {
  const { rhf } = form
  const [name, latitude, longitude] = useWatch({
    control: rhf.control,
    name: ['name', 'latitude', 'longitude'],
  })
  const warning = coordinatesWarning(latitude, longitude)
  const ai = useLocationText(name)
  const error: { message?: string } | undefined = rhf.formState.errors.name
  const set = (
    field: 'name' | 'locationType' | 'googlePlaceId' | 'cap' | 'latitude' | 'longitude' | 'googlePosition',
    value: unknown,
  ) =>
    rhf.setValue(field, (value ?? '') as never, {
      shouldDirty: true,
      shouldValidate: rhf.formState.isSubmitted,
    })

  /** Fills in both coordinates from a text such as `40.35, 18.17` or a map link. Returns false for other text. */
  function setBoth(text: string): boolean {
    const at = coordinatesOf(text)
    if (!at) return false
    set('latitude', at.latitude)
    set('longitude', at.longitude)
    return true
  }

  return (
    <>
      <PlaceField
        label="Nome"
        name="name"
        value={name}
        error={error?.message}
        onChange={(text) => set('name', text)}
        onBlur={() => void rhf.trigger('name')}
        onPlace={(place) => {
          set('name', place.name)
          set('locationType', place.locationType)
          set('googlePlaceId', place.place_id)
          set('cap', place.cap)
          set('latitude', place.latitude)
          set('longitude', place.longitude)
          // Google's terms allow storing a position for 30 days only, so `googlePosition` marks Google's
          // positions for deletion.
          const isOurs = place.place_id.startsWith('salento:')
          set('googlePosition', isOurs ? '' : `${place.latitude},${place.longitude}`)
        }}
      />
      <FieldRow>
        <FormSelect form={form} name="locationType" choices={types} />
        <FormText form={form} name="cap" inputMode="numeric" />
      </FieldRow>
      <FieldRow>
        {(['latitude', 'longitude'] as const).map((field) => (
          <FormDecimal
            key={field}
            form={form}
            name={field}
            as="number"
            label={field === 'latitude' ? 'Latitudine' : 'Longitudine'}
            onPaste={(event) => {
              if (setBoth(event.clipboardData.getData('text'))) event.preventDefault()
            }}
            onBlur={({ target }) => setBoth(target.value)}
            hint={field === 'latitude' ? 'Anche le due insieme, come 40,3515 18,1750' : ''}
          />
        ))}
      </FieldRow>
      <p role="status" className="font-medium text-brick text-sm empty:hidden">
        {warning}
      </p>
      <PositionMap
        latitude={latitude}
        longitude={longitude}
        onPick={(north, east) => {
          set('latitude', north)
          set('longitude', east)
        }}
      />
      <FormText
        form={form}
        name="googlePlaceId"
        hint="Si riempie scegliendo un suggerimento o con la sincronizzazione."
      />
      <MeetingPointField form={form} />
      <FieldGroup title="Testi">
        <OwnPage place={row} />
        <AiText form={form} name="longDescription" label="Descrizione" fieldType="description" {...ai} />
        <AiText form={form} name="touristInfo" label="Informazioni turistiche" fieldType="tourist" {...ai} />
      </FieldGroup>
      <FormCheck
        form={form}
        name="excludeFromBulk"
        hint="La creazione in blocco la lascia stare, a meno che chi la avvia non la aggiunga."
      />
    </>
  )
}
