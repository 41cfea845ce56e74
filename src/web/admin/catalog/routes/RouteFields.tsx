import { useWatch } from 'react-hook-form'
import type { CreateRoute, ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { FieldGroup, FieldRow, FormCheck, FormSelect } from '../../kit/Form.tsx'
import type { Fields } from '../../kit/ThingScreen.tsx'
import { RouteAddress } from './RouteAddress.tsx'
import { RouteDistance } from './RouteDistance.tsx'
import { RoutePriceFields } from './RoutePriceFields.tsx'
import { RouteTexts } from './RouteTexts.tsx'
import { type Choices, typesHint } from './WithChoices.tsx'

export type RouteParts = Fields<typeof CreateRoute, typeof ReadRoute, Choices>

export function RouteFields({ form, row: route, more: { places, types } }: RouteParts) {
  const { control } = form.rhf
  const from = placeName(Number(useWatch({ control, name: 'departureLocationId' })))
  const to = placeName(Number(useWatch({ control, name: 'destinationLocationId' })))
  function placeName(id: number): string | null {
    return places.find(([one]) => one === id)?.[1] ?? null
  }
  return (
    <>
      <FieldRow>
        <FormSelect form={form} name="departureLocationId" none="Scegli la partenza" choices={places} />
        <FormSelect form={form} name="destinationLocationId" none="Scegli la destinazione" choices={places} />
      </FieldRow>
      <FormSelect form={form} name="transferTypeId" choices={types} hint={typesHint(types)} />
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
        hint="Genera le tratte correlate e alternative: ritorno, stazione di Lecce, aeroporto di Bari."
      />
      <FormCheck form={form} name="isActive" hint="Visibile sul sito e nella ricerca." />
    </>
  )
}
