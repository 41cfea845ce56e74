import { useWatch } from 'react-hook-form'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import { type FareSettingsForm, SaveFareSettings } from '../../../../modules/catalog/fares/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { RowAction } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'

interface BandRuleProps {
  form: ContractForm<FareSettingsForm>
  field: PriceField
}

const empty = { start: '', perKm: '', minimum: '', step: '' }

/** Price bands whose rule cannot be removed, because every fare by distance needs the prices of car and van. */
const required: readonly PriceField[] = ['price1to3Pax', 'price4to8Pax']

export function BandRule({ form, field }: BandRuleProps) {
  const { may } = useRights()
  const name = `bands.${field}` as const
  const band = useWatch({ control: form.rhf.control, name })
  const set = (value: typeof empty | null) => {
    form.rhf.clearErrors(name)
    form.rhf.setValue(name, value, { shouldDirty: true })
  }
  const label = priceLabels[field]
  return (
    <fieldset name={name} className="border-line border-t pt-3">
      <legend className="float-left mb-2 font-medium">{label}</legend>
      {may(SaveFareSettings) && !required.includes(field) && (
        <span className="float-right -mt-1.5 text-sm">
          <RowAction onClick={() => set(band ? null : empty)}>
            {band ? 'Togli la regola' : 'Aggiungi una regola'}
            <span className="sr-only">: {label}</span>
          </RowAction>
        </span>
      )}
      <div className="clear-both">
        {band ? (
          <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-4">
            <FormDecimal form={form} name={`${name}.start`} as="money" label="Partenza (€)" aria-required />
            <FormDecimal form={form} name={`${name}.perKm`} as="text" label="Al km (€)" aria-required />
            <FormDecimal form={form} name={`${name}.minimum`} as="money" label="Minimo (€)" aria-required />
            <FormDecimal form={form} name={`${name}.step`} as="money" label="Passo (€)" aria-required />
          </div>
        ) : (
          <p className="text-ink-soft text-sm">Nessun prezzo dalla distanza.</p>
        )}
      </div>
    </fieldset>
  )
}
