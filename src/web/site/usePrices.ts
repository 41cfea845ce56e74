import { useEffect, useEffectEvent, useState } from 'react'
import type { ListPricingTable, PricingRow } from '../../modules/catalog/search/contract.ts'
import { call } from '../client.ts'

export type PricesState = 'ready' | 'loading' | 'error' | 'empty'

/** Returns the prices of the page; fetches them if the page contains none. */
export function usePrices(given: PricingRow[]) {
  const [rows, setRows] = useState(given)
  const [state, setState] = useState<PricesState>(given.length > 0 ? 'ready' : 'empty')

  const reload = async () => {
    setState('loading')
    try {
      const found = await call<typeof ListPricingTable>('GET /api/routes/pricing-table', {})
      setRows(found)
      setState(found.length > 0 ? 'ready' : 'empty')
    } catch {
      setState('error')
    }
  }
  const loadMissing = useEffectEvent(() => {
    if (given.length === 0) void reload()
  })
  useEffect(() => loadMissing(), [])

  return { rows, state, reload }
}
