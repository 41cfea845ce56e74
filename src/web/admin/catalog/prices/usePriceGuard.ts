import type { Static } from '@sinclair/typebox'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CheckRoutePrices } from '../../../../modules/catalog/prices/contract.ts'
import { call } from '../../../client.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'

type Doubt = Static<typeof CheckRoutePrices.output>['doubts'][number]

/** Asks before saving prices that look wrong. A failed check does not block saving, which reports the problem. */
export function usePriceGuard<T extends FieldValues>(form: ContractForm<T>, id: number | null) {
  const [doubts, setDoubts] = useState<Doubt[]>([])

  async function check(): Promise<void> {
    const input = { ...form.input(), id: id ?? undefined } as unknown as Static<typeof CheckRoutePrices.input>
    const found = await call<typeof CheckRoutePrices>(CheckRoutePrices.http, input).catch(() => null)
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
