import type { PriceField, TransferRoute } from '../../../modules/catalog/contract.ts'

export interface Band {
  field: PriceField
  title: string
  unit: string
}

export const economyBands: Band[] = [
  { field: 'priceMin2Pax', title: 'min 2 PAX', unit: 'a persona' },
  { field: 'price3to4Pax', title: '3-4 PAX', unit: 'per gruppo' },
  { field: 'price5to7Pax', title: '5-7 PAX', unit: 'per gruppo' },
]
export const privateBands: Band[] = [
  { field: 'price1to3Pax', title: '1-3 PAX', unit: 'per veicolo' },
  { field: 'price4to8Pax', title: '4-8 PAX', unit: 'per veicolo' },
]
export const premiumBands: Band[] = [
  { field: 'pricePremium1to3Pax', title: '1-3 PAX', unit: 'per veicolo' },
  { field: 'pricePremium4to7Pax', title: '4-7 PAX', unit: 'per veicolo' },
]

/** For whom the starting price is: the unit of the first band that has it. */
export function startingUnit(route: TransferRoute): string {
  const bands = [...economyBands, ...privateBands]
  return bands.find(({ field }) => Number(route[field]) === Number(route.startingPrice))?.unit ?? ''
}
