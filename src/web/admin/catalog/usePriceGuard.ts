import { useState } from 'react'
import { type FieldValues, type Path, useFormState } from 'react-hook-form'
import { CheckPrices, type PriceDoubt } from '../../../modules/catalog/contract.prices.ts'
import { priceFields } from '../../../modules/catalog/contract.ts'
import { call } from '../../client.ts'
import type { ContractForm } from '../kit/useContractForm.ts'

/**
 * Asks before a route's changed prices are saved that look wrong beside those of others. Where the question cannot be
 * answered (a price that cannot be read, no network), saving goes on and says so itself.
 */
export function usePriceGuard<T extends FieldValues>(form: ContractForm<T>, id: number | null) {
  const [doubts, setDoubts] = useState<PriceDoubt[]>([])
  const { dirtyFields } = useFormState({ control: form.rhf.control })

  async function check(): Promise<void> {
    const updates = priceFields
      .filter((field) => field in dirtyFields)
      .map((field) => ({ id: id ?? 0, field, value: form.rhf.getValues(field as unknown as Path<T>) }))
    const found =
      id !== null && updates.length > 0
        ? await call<typeof CheckPrices>(CheckPrices.http, { updates }).catch(() => null)
        : null
    if (found && found.doubts.length > 0) setDoubts(found.doubts)
    else form.submit()
  }

  return {
    doubts,
    form: {
      ...form,
      submit: () => {
        check().catch(() => {})
      },
    },
    close: () => setDoubts([]),
    save() {
      setDoubts([])
      form.submit()
    },
  }
}
