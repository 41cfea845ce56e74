import type { Static } from '@sinclair/typebox'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CheckRoutePrices } from '../../../../modules/catalog/prices/contract.ts'
import { call } from '../../../client.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'

type Warning = Static<typeof CheckRoutePrices.output>['warnings'][number]

/** Asks staff to confirm price warnings before the form saves. If the check fails, the save shows the error. */
export function usePriceGuard<T extends FieldValues>(form: ContractForm<T>, id: number | null) {
  const [warnings, setWarnings] = useState<Warning[]>([])

  async function check(): Promise<void> {
    const input = { ...form.input(), id: id ?? undefined } as unknown as Static<typeof CheckRoutePrices.input>
    const found = await call<typeof CheckRoutePrices>(CheckRoutePrices.http, input).catch(() => null)
    if (found && found.warnings.length > 0) setWarnings(found.warnings)
    else form.submit()
  }

  return {
    warnings,
    form: {
      ...form,
      submit: () => {
        check().catch(() => {})
      },
    },
    close: () => setWarnings([]),
    save() {
      setWarnings([])
      form.submit()
    },
  }
}
