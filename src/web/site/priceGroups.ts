import type { PricingRow } from '../../modules/catalog/search/contract.ts'

export interface PriceGroup {
  departure: string
  economy: PricingRow[]
  private: PricingRow[]
}

/** Groups the rows by departure, in the order of the rows. */
export function groupsOf(rows: PricingRow[]): PriceGroup[] {
  const groups = new Map<string, PriceGroup>()
  for (const row of rows) {
    const group = groups.get(row.departure) ?? { departure: row.departure, economy: [], private: [] }
    groups.set(row.departure, group)
    group[row.transferType === 'Privato' ? 'private' : 'economy'].push(row)
  }
  return [...groups.values()]
}

export const anchorOf = (departure: string) => `da-${departure.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}`
