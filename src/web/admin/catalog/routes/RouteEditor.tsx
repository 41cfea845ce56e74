import { useWatch } from 'react-hook-form'
import { CheckRoutePrices, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import {
  CreateRoute,
  ListFamily,
  ListRoutes,
  ReadRoute,
  SaveRoute,
  type StaffRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { FieldGroup, FieldRow, Form, FormCheck, FormSelect } from '../../kit/Form.tsx'
import { useCheckedSave } from '../../kit/useCheckedSave.ts'
import { useThingForm } from '../../kit/useThingForm.ts'
import { RouteAddress } from './RouteAddress.tsx'
import { RouteDistance } from './RouteDistance.tsx'
import { RoutePriceFields } from './RoutePriceFields.tsx'
import { RouteTexts } from './RouteTexts.tsx'
import { typesHint } from './WithChoices.tsx'

interface RouteEditorProps {
  route: StaffRoute | null
  places: (readonly [id: number, name: string])[]
  types: (readonly [id: number, name: string])[]
}

const empty = {
  departureLocationId: '',
  destinationLocationId: '',
  transferTypeId: 1,
  distanceKm: '',
  estimatedDuration: '',
  priceMin2Pax: '',
  price3to4Pax: '',
  price5to7Pax: '',
  price1to3Pax: '',
  price4to8Pax: '',
  pricePremium1to3Pax: '',
  pricePremium4to7Pax: '',
  longDescription: '',
  touristInfo: '',
  slug: '',
  canonicalUrl: '',
  isMainRoute: false,
  isActive: true,
}

export function RouteEditor({ route, places, types }: RouteEditorProps) {
  const { form, leave } = useThingForm({
    create: CreateRoute,
    change: SaveRoute,
    read: ReadRoute,
    row: route,
    initial: empty,
    done: route ? 'Tratta aggiornata' : 'Tratta salvata',
    failed: route ? 'Impossibile aggiornare la tratta' : 'Impossibile salvare la tratta',
    list: 'tratte/',
    // A main route's form stays open, because staff create related routes below it.
    pathAfter: ({ isMainRoute, id }) =>
      isMainRoute ? adminPath('tratte/:id/', { id }) : adminPath('tratte/'),
    renews: [ListRoutes.http, ReadRoute.http, ListFamily.http],
  })
  const guard = useCheckedSave(
    form,
    () =>
      call<typeof CheckRoutePrices>(CheckRoutePrices.http, {
        ...(form.input() as object as typeof CheckRoutePrices.input.static),
        ...(route ? { id: route.id } : {}),
      }),
    ({ warnings }) => warnings.length > 0,
  )
  const { control } = form.rhf
  const from = placeName(Number(useWatch({ control, name: 'departureLocationId' })))
  const to = placeName(Number(useWatch({ control, name: 'destinationLocationId' })))
  function placeName(id: number): string | null {
    return places.find(([one]) => one === id)?.[1] ?? null
  }

  return (
    <Form
      form={guard.form}
      save={route ? 'Aggiorna Tratta' : 'Salva Tratta'}
      saving="Salvando..."
      onCancel={leave}
    >
      <FieldRow>
        <FormSelect
          form={form}
          name="departureLocationId"
          label="Partenza"
          none="Scegli la partenza"
          choices={places}
        />
        <FormSelect
          form={form}
          name="destinationLocationId"
          label="Destinazione"
          none="Scegli la destinazione"
          choices={places}
        />
      </FieldRow>
      <FormSelect
        form={form}
        name="transferTypeId"
        label="Tipologia transfer"
        choices={types}
        hint={typesHint(types)}
      />
      <RouteDistance form={form} />
      {route && !route.hasOwnPrices && (
        <p className="text-ink-soft">
          I prezzi sono come l’andata e la seguono: se ne cambi uno qui, la tratta avrà prezzi propri.
        </p>
      )}
      <RoutePriceFields form={form} />
      <FieldGroup title="Indirizzo della pagina">
        <RouteAddress
          form={form}
          names={from && to && from !== to ? { from, to } : null}
          preview={route?.isActive ? `/tratte/transfer-${route.slug}/` : null}
        />
      </FieldGroup>
      <RouteTexts form={form} from={from} to={to} />
      <FormCheck
        form={form}
        name="isMainRoute"
        label="Tratta Principale"
        hint="Genera le tratte correlate e alternative: ritorno, stazione di Lecce, aeroporto di Bari."
      />
      <FormCheck form={form} name="isActive" label="Attiva" hint="Visibile sul sito e nella ricerca." />
      {guard.found && (
        <Confirm
          title="Questi prezzi sono giusti?"
          action="Sono giusti, salva"
          onConfirm={guard.confirm}
          onClose={guard.close}
        >
          <ul className="grid gap-2">
            {guard.found.warnings.map(({ field, message }) => (
              <li key={field}>
                <strong className="block text-ink">{priceLabels[field]}</strong>
                {message}
              </li>
            ))}
          </ul>
        </Confirm>
      )}
    </Form>
  )
}
