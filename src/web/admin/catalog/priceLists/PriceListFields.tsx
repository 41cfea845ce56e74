import type { ReactNode } from 'react'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import type {
  CreatePriceList,
  PreviewPriceList,
  ReadPriceList,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import type { useCommandCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { showNumber } from '../../kit/format.ts'
import type { Fields } from '../../kit/ThingScreen.tsx'
import type { Choices } from '../routes/WithChoices.tsx'
import { OverlayFields } from './OverlayFields.tsx'
import { PriceListPreview } from './PriceListPreview.tsx'

export type PriceListParts = Fields<
  typeof CreatePriceList,
  typeof ReadPriceList,
  Choices,
  ReturnType<typeof useCommandCall<typeof PreviewPriceList>>
>

export function PriceListFields(props: PriceListParts) {
  const { form, row: list, shared: preview } = props
  const lastDay = <FormText form={form} name="endsOn" type="date" hint="Compreso; vuoto: il listino resta" />
  return (
    <>
      {list?.state === 'in corso' ? lastDay : <RuleFields {...props}>{lastDay}</RuleFields>}
      {preview.data && <PriceListPreview of={preview.data} rule={preview.variables} />}
    </>
  )
}

function RuleFields({ form, row: list, more, children }: PriceListParts & { children: ReactNode }) {
  const { places, types } = more
  const fieldsFault = form.rhf.getFieldState('fields', form.rhf.formState).error?.message
  return (
    <>
      <FormText form={form} name="name" hint="Per esempio Estate 2027" />
      <OverlayFields form={form} />
      <FieldRow>
        <FormText form={form} name="startsOn" type="date" hint="Dalla mezzanotte, ora italiana" />
        {children}
      </FieldRow>
      <FieldGroup title="Di quanto cambiano">
        <FieldRow>
          <FormDecimal form={form} name="percent" as="text" hint="15 oppure -7,5" />
          <FormDecimal
            form={form}
            name="amount"
            as="text"
            label="Oppure importo in euro"
            hint="5 oppure -2,50"
          />
          <FormSelect
            form={form}
            name="roundTo"
            none="centesimi"
            choices={[
              ['0.50', '50 centesimi'],
              ['1', '1 euro'],
              ['5', '5 euro'],
              ['10', '10 euro'],
            ]}
          />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Quali prezzi">
        <FieldRow>
          <FormSelect form={form} name="departure" none="Tutte le partenze" choices={places} />
          <FormSelect form={form} name="kind" none="Tutte le tipologie" choices={types} />
        </FieldRow>
        <fieldset className="grid gap-x-4 sm:grid-cols-2">
          <legend className="mb-1 font-medium text-sm">Prezzi</legend>
          {priceFields.map((field) => (
            <label key={field} className="flex min-h-(--target) items-center gap-2">
              <input
                type="checkbox"
                value={field}
                // The bar with the buttons may be close to the last one.
                className="size-[24px] shrink-0 accent-sea"
                {...form.rhf.register('fields')}
              />
              {priceLabels[field]}
            </label>
          ))}
          {fieldsFault && (
            <p role="alert" data-error="fields" className="font-medium text-brick text-sm">
              {fieldsFault}
            </p>
          )}
        </fieldset>
      </FieldGroup>
      {list !== null && list.cells.length > 0 && (
        <p className="text-ink-soft">
          {list.cells.length === 1
            ? 'Un prezzo è scritto a mano e va prima della regola.'
            : `${showNumber(list.cells.length)} prezzi sono scritti a mano e vanno prima della regola.`}
        </p>
      )}
    </>
  )
}
