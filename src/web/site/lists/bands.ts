import type { Translate } from '../../../languages/translate.ts'
import type { PriceField } from '../../../modules/catalog/book/contract.ts'
import type { PriceUnit } from '../../../modules/catalog/prices/quote.contract.ts'

export interface Band {
  field: PriceField
  from: number
  /** Maximum number of passengers; null for a price per person from `from` passengers. */
  to: number | null
  unit: PriceUnit
}

/** Returns for example `1-3 PAX`. */
export const bandTitle = (t: Translate, { from, to }: Band) =>
  to === null ? t('band.min', { count: from }) : t('band.range', { from, to })

/** Returns for example `1-3`. */
export const bandShort = (t: Translate, { from, to }: Band) =>
  to === null ? t('band.minShort', { count: from }) : t('band.rangeShort', { from, to })

/** Returns the band as screen readers speak it, such as `da 1 a 3 passeggeri` instead of `1-3 PAX`. */
export const spokenBand = (t: Translate, { from, to }: Band) =>
  to === null ? t('band.minSpoken', { count: from }) : t('band.rangeSpoken', { from, to })

export const economyBands: Band[] = [
  { field: 'priceMin2Pax', from: 2, to: null, unit: 'persona' },
  { field: 'price3to4Pax', from: 3, to: 4, unit: 'gruppo' },
  { field: 'price5to7Pax', from: 5, to: 7, unit: 'gruppo' },
]
export const privateBands: Band[] = [
  { field: 'price1to3Pax', from: 1, to: 3, unit: 'veicolo' },
  { field: 'price4to8Pax', from: 4, to: 8, unit: 'veicolo' },
]
export const premiumBands: Band[] = [
  { field: 'pricePremium1to3Pax', from: 1, to: 3, unit: 'veicolo' },
  { field: 'pricePremium4to7Pax', from: 4, to: 7, unit: 'veicolo' },
]
