import type { Static } from '@sinclair/typebox'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { bulkRouteDefaults, CreateBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import type { LocationSummary } from '../../../../modules/catalog/places/contract.ts'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FieldGroup, FieldRow, FormCheck, FormNumber, FormSelect } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { type FormOf, type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { typesHint } from '../routes/WithChoices.tsx'
import { Exclusions } from './Exclusions.tsx'
import { Plan } from './Plan.tsx'

interface RunFormProps {
  places: LocationSummary[]
  types: (readonly [id: number, name: string])[]
  /** True while a run is in progress, so that no second run can start. */
  isRunning: boolean
  onStart: (jobId: number) => void
}

type Input = Static<typeof CreateBulkRoutes.input>
type Planned = { input: Input; plan: Static<typeof CreateBulkRoutes.output> }

const prices = [
  [
    ['priceMin2Pax', 'Min 2 passeggeri', 'Economy, a persona'],
    ['price3to4Pax', '3-4 passeggeri', 'Economy, per il gruppo'],
    ['price5to7Pax', '5-7 passeggeri', 'Economy, per il gruppo'],
  ],
  [
    ['price1to3Pax', 'Auto, fino a 3 passeggeri', 'Privato, a veicolo'],
    ['price4to8Pax', 'Van, fino a 8 passeggeri', 'Privato, a veicolo'],
  ],
] as const

/** Form of a run. Submitting the form shows the plan, whose button starts the run. */
export const RunForm = thingForm<typeof CreateBulkRoutes, RunFormProps, ReturnType<typeof usePlanned>>({
  command: CreateBulkRoutes,
  valuesOf: ({ places }) => ({
    hub: places.find(({ name }) => name === 'Aeroporto Brindisi')?.id ?? '',
    excludeLocationIds: places.filter(({ excludeFromBulk }) => excludeFromBulk).map(({ id }) => id),
    prices: 'defaults',
    defaults: bulkRouteDefaults,
    delayMs: 500,
    withCorrelated: false,
  }),
  send: (input, _, { signal }) => callToEnd(CreateBulkRoutes, { ...input, dryRun: true }, signal),
  done: 'Piano pronto',
  failed: 'Impossibile preparare il piano',
  onSaved: (plan, { form, shared }) => shared?.setPlanned({ input: form.input(), plan }),
  // This form prepares a plan and stores nothing, so leaving needs no question.
  isKept: () => true,
  useShared: usePlanned,
  save: 'Mostra il piano',
  saving: 'Preparo il piano...',
  Note: null,
  Fields,
  Below: PlanBelow,
})

/** State of the plan. Discards the plan when the user changes a field, because it belongs to the previous values. */
function usePlanned({ form }: { form: FormOf<typeof CreateBulkRoutes> }) {
  const [planned, setPlanned] = useState<Planned | null>(null)
  const { subscribe } = form.rhf
  const forget = useEffectEvent(() => setPlanned(null))
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name !== undefined && forget() }),
    [subscribe],
  )
  return { planned, setPlanned }
}

type RunParts = Parts<typeof CreateBulkRoutes, RunFormProps, ReturnType<typeof usePlanned>>

function Fields({ form, places, types }: RunParts) {
  const { control, setValue } = form.rhf
  const excluded = useWatch({ control, name: 'excludeLocationIds' }) ?? []
  const pricing = useWatch({ control, name: 'prices' })
  const choices = places.map(({ id, name }) => [id, name] as const)
  return (
    <>
      <FieldRow>
        <FormSelect form={form} name="hub" isRequired none="Scegli la partenza" choices={choices} />
        <FormSelect
          form={form}
          name="defaults.transferTypeId"
          label="Tipologia transfer"
          isRequired
          choices={types}
          hint={typesHint(types)}
        />
      </FieldRow>
      <FieldGroup title="Prezzi delle nuove tratte">
        <FormSelect
          form={form}
          name="prices"
          choices={[
            ['defaults', 'Uguali per tutte'],
            ['rule', 'In base alla distanza'],
          ]}
          hint={
            pricing === 'rule'
              ? 'Auto da 35 €, in proporzione ai chilometri: a 84 km sono 110 €, e le altre fasce seguono. Senza coordinate la tratta nasce senza prezzi.'
              : 'Prezzi di partenza, da rivedere poi in Modifica Prezzi. Vuoto: Su richiesta.'
          }
        />
        {pricing !== 'rule' &&
          prices.map((row) => (
            <FieldRow key={row[0][0]}>
              {row.map(([name, label, hint]) => (
                <FormDecimal
                  key={name}
                  form={form}
                  name={`defaults.${name}`}
                  as="money"
                  label={label}
                  hint={hint}
                />
              ))}
            </FieldRow>
          ))}
      </FieldGroup>
      <Exclusions
        places={places}
        ids={excluded}
        onChange={(ids) => setValue('excludeLocationIds', ids, { shouldDirty: true })}
      />
      <FieldGroup title="Come nascono">
        <FormCheck form={form} name="defaults.isMainRoute" hint="Può avere tratte correlate." />
        <FormCheck
          form={form}
          name="withCorrelated"
          hint="Ritorno, stazione di Lecce, aeroporto di Bari. Il ritorno segue i prezzi dell’andata a ogni modifica, finché non gli dai prezzi propri."
        />
        <FormCheck
          form={form}
          name="defaults.isActive"
          hint="Visibile sul sito e nella ricerca interna. Dai motori di ricerca resta fuori finché non supera il controllo."
        />
        <FormNumber form={form} name="delayMs" hint="Millisecondi; 500 è il ritmo consigliato." />
      </FieldGroup>
    </>
  )
}

function PlanBelow({ places, isRunning, onStart, shared: { planned, setPlanned } }: RunParts) {
  return (
    planned && (
      <Plan
        input={planned.input}
        plan={planned.plan}
        hub={places.find(({ id }) => id === planned.input.hub)?.name ?? ''}
        isRunning={isRunning}
        onStart={(jobId) => {
          setPlanned(null)
          onStart(jobId)
        }}
      />
    )
  )
}
