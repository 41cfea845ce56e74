import { euro } from '../../kernel/money.ts'
import type { SimpleKey, Translate } from '../../languages/translate.ts'
import {
  loneUnitKeys,
  type Party,
  partyWords,
  unitKeys,
  type Vehicle,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { ListedRoute, PriceField, RouteTotals } from '../../modules/catalog/search/contract.ts'
import { formatEuro, hasPrice } from '../ui/money.ts'

// Price columns of the lists: one for each band of passengers, or one for each total of the chosen party.

const rides = ['Privato', 'Economy condiviso', 'Premium'] as const
type Ride = (typeof rides)[number]

interface Column {
  id: string
  ride: Ride
  title: string
  unit: string
  /** Label above the price on phones. */
  label: string
  /** Text after the price on phones; only prices per person have it. */
  suffix?: string
  priceOf(row: ListedRoute): string
}

export interface ListBand extends Omit<Column, 'id' | 'priceOf' | 'unit' | 'suffix'> {
  field: PriceField
  unit: SimpleKey
  suffix?: SimpleKey
}

const vehicle = unitKeys.veicolo
const group = unitKeys.gruppo

export const allBands: ListBand[] = [
  { field: 'price1to3Pax', ride: 'Privato', title: '1-3 PAX', unit: vehicle, label: 'Privato, 1-3' },
  { field: 'price4to8Pax', ride: 'Privato', title: '4-8 PAX', unit: vehicle, label: 'Privato, 4-8' },
  {
    field: 'priceMin2Pax',
    ride: 'Economy condiviso',
    title: 'min 2 PAX',
    unit: loneUnitKeys.persona,
    label: 'Condiviso, min 2',
    suffix: unitKeys.persona,
  },
  {
    field: 'price3to4Pax',
    ride: 'Economy condiviso',
    title: '3-4 PAX',
    unit: group,
    label: 'Condiviso, 3-4',
  },
  {
    field: 'price5to7Pax',
    ride: 'Economy condiviso',
    title: '5-7 PAX',
    unit: group,
    label: 'Condiviso, 5-7',
  },
  { field: 'pricePremium1to3Pax', ride: 'Premium', title: '1-3 PAX', unit: vehicle, label: 'Premium, 1-3' },
  { field: 'pricePremium4to7Pax', ride: 'Premium', title: '4-7 PAX', unit: vehicle, label: 'Premium, 4-7' },
]

/** Returns the columns of bands, without shared and premium bands in which no route has a price. */
export function bandColumns(t: Translate, rows: ListedRoute[], bands: ListBand[]): Column[] {
  return bands
    .filter(({ field, ride }) => ride === 'Privato' || rows.some((row) => hasPrice(row[field])))
    .map(({ field, unit, suffix, ...band }) => ({
      ...band,
      id: field,
      unit: t(unit),
      ...(suffix && { suffix: t(suffix) }),
      priceOf: (row) => (hasPrice(row[field]) ? formatEuro(t, row[field]) : ''),
    }))
}

const vehicles: Record<Ride, Vehicle[]> = {
  Privato: ['berlina', 'minivan'],
  'Economy condiviso': ['economy'],
  Premium: ['premium'],
}

/** Returns one column for each kind of ride, with the total for the party, both ways if it returns. */
export function totalColumns(
  t: Translate,
  rows: ListedRoute[],
  totals: Record<string, RouteTotals>,
  party: Party,
): Column[] {
  const offerIn = (offers: RouteTotals['offers'] = [], ride: Ride) =>
    offers.find((one) => vehicles[ride].includes(one.vehicle))
  return rides
    .filter((ride) => ride === 'Privato' || rows.some(({ id }) => offerIn(totals[id]?.offers, ride)))
    .map((ride) => ({
      id: ride,
      ride,
      title: 'In tutto',
      unit: partyWords(t, party),
      label: `${ride}, in tutto`,
      priceOf: ({ id }) => {
        const one = offerIn(totals[id]?.offers, ride)
        const both = offerIn(totals[id]?.roundTrip, ride)
        return one ? `${euro(t, one.total)}${both ? `, a/r\u00a0${euro(t, both.total)}` : ''}` : ''
      },
    }))
}
