import type { PriceUnit } from '../../../modules/catalog/prices/quote.contract.ts'
import type { PriceField } from '../../../modules/catalog/search/contract.ts'

export interface Band {
  field: PriceField
  title: string
  unit: PriceUnit
}

/** Returns the title of a band as it is read aloud: `da 1 a 3 passeggeri` for `1-3 PAX`. */
export const spokenTitle = (title: string) =>
  title.replace(/^(\d)-(\d) PAX$/, 'da $1 a $2 passeggeri').replace(/^min (\d) PAX$/, 'minimo $1 passeggeri')

export const economyBands: Band[] = [
  { field: 'priceMin2Pax', title: 'min 2 PAX', unit: 'persona' },
  { field: 'price3to4Pax', title: '3-4 PAX', unit: 'gruppo' },
  { field: 'price5to7Pax', title: '5-7 PAX', unit: 'gruppo' },
]
export const privateBands: Band[] = [
  { field: 'price1to3Pax', title: '1-3 PAX', unit: 'veicolo' },
  { field: 'price4to8Pax', title: '4-8 PAX', unit: 'veicolo' },
]
export const premiumBands: Band[] = [
  { field: 'pricePremium1to3Pax', title: '1-3 PAX', unit: 'veicolo' },
  { field: 'pricePremium4to7Pax', title: '4-7 PAX', unit: 'veicolo' },
]
