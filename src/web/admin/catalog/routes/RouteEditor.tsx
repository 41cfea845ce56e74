import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import {
  CreateRoute,
  ListFamily,
  ListRoutes,
  ReadRoute,
  SaveRoute,
  type StaffRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { GenerateRouteText } from '../../../../modules/integrations/ai/contract.ts'
import { call } from '../../../client.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { renew, useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { FieldGroup, FieldRow, Form, FormCheck, FormSelect } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { usePriceGuard } from '../prices/usePriceGuard.ts'
import { RouteAddress } from './RouteAddress.tsx'
import { RouteDistance } from './RouteDistance.tsx'

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

const prices = {
  Economy: [
    ['priceMin2Pax', 'Min 2 passeggeri', 'Euro a persona'],
    ['price3to4Pax', '3-4 passeggeri', 'Euro per il gruppo'],
    ['price5to7Pax', '5-7 passeggeri', 'Euro per il gruppo'],
  ],
  Privato: [
    ['price1to3Pax', 'Auto, fino a 3 passeggeri', 'Euro a veicolo'],
    ['price4to8Pax', 'Van, fino a 8 passeggeri', 'Euro a veicolo'],
  ],
  Premium: [
    ['pricePremium1to3Pax', 'Auto premium, fino a 3', 'Euro a veicolo'],
    ['pricePremium4to7Pax', 'Van premium, 4-7', 'Euro a veicolo'],
  ],
} as const

const groupTitles = {
  Economy: 'Prezzi Economy (condiviso)',
  Privato: 'Prezzi Privato',
  Premium: 'Prezzi Premium',
} as const

/** The fields of a route. */
export function RouteEditor({ route, places, types }: RouteEditorProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = () => void navigate('/admin/tratte/')
  // Both take the same fields; the change its version, too.
  const schema = (route ? SaveRoute.input : CreateRoute.input) as typeof CreateRoute.input
  const form = useContractForm({
    schema,
    values: route ?? empty,
    save: (input) =>
      route
        ? call<typeof SaveRoute>(SaveRoute.http, input as typeof SaveRoute.input.static)
        : call<typeof CreateRoute>(CreateRoute.http, input),
    done: route ? 'Tratta aggiornata' : 'Tratta salvata',
    failed: route ? 'Impossibile aggiornare la tratta' : 'Impossibile salvare la tratta',
    ...(route ? { readAgain: () => call<typeof ReadRoute>(ReadRoute.http, { id: route.id }) } : {}),
    onSaved: async (saved) => {
      await renew(client, [ListRoutes.http, ReadRoute.http, ListFamily.http])
      // A main route stays open: its family is made below the form.
      void navigate(saved.isMainRoute ? `/admin/tratte/${saved.id}/` : '/admin/tratte/')
    },
  })
  const guard = usePriceGuard(form, route?.id ?? null)
  const { control } = form.rhf
  const from = nameOf(Number(useWatch({ control, name: 'departureLocationId' })))
  const to = nameOf(Number(useWatch({ control, name: 'destinationLocationId' })))
  const generate = useCommandCall(GenerateRouteText, { failed: 'Impossibile generare il testo' })
  const ai = (fieldType: string) => ({
    missing: !from
      ? 'Seleziona una località di partenza'
      : !to
        ? 'Seleziona una località di destinazione'
        : '',
    generate: async (promptId: number) => {
      const input = {
        promptId,
        departureLocation: from ?? '',
        destinationLocation: to ?? '',
        routeName: `${from} - ${to}`,
        fieldType,
      }
      const asked = await generate.mutateAsync(input).catch(() => null)
      return asked?.jobId ?? null
    },
  })

  function nameOf(id: number): string | null {
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
      <FormSelect form={form} name="transferTypeId" label="Tipologia transfer" choices={types} />
      <RouteDistance form={form} />
      {(['Economy', 'Privato', 'Premium'] as const).map((group) => (
        <FieldGroup key={group} title={groupTitles[group]}>
          <FieldRow>
            {prices[group].map(([name, label, hint]) => (
              <FormDecimal
                key={name}
                form={form}
                name={name}
                as="money"
                label={label}
                hint={`${hint}; vuoto: Su richiesta`}
              />
            ))}
          </FieldRow>
        </FieldGroup>
      ))}
      <FieldGroup title="Indirizzo della pagina">
        <RouteAddress
          form={form}
          names={from && to && from !== to ? { from, to } : null}
          preview={route?.isActive ? `/tratte/transfer-${route.slug}/` : null}
        />
      </FieldGroup>
      <FieldGroup title="Testi">
        <AiText
          form={form}
          name="longDescription"
          label="Descrizione"
          fieldType="general"
          {...ai('longDescription')}
        />
        <AiText
          form={form}
          name="touristInfo"
          label="Informazioni turistiche"
          fieldType="general"
          {...ai('touristInfo')}
        />
      </FieldGroup>
      <FormCheck
        form={form}
        name="isMainRoute"
        label="Tratta Principale"
        hint="Genera le tratte correlate e alternative: ritorno, stazione di Lecce, aeroporto di Bari."
      />
      <FormCheck form={form} name="isActive" label="Attiva" hint="Visibile sul sito e nella ricerca." />
      {guard.doubts.length > 0 && (
        <Confirm
          title="Questi prezzi sono giusti?"
          action="Sono giusti, salva"
          onConfirm={guard.save}
          onClose={guard.close}
        >
          <ul className="grid gap-2">
            {guard.doubts.map(({ field, message }) => (
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
