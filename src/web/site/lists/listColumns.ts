import { euro } from '../../../kernel/money.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import {
  loneUnitKeys,
  type Party,
  partyWords,
  unitKeys,
  type Vehicle,
} from '../../../modules/catalog/prices/quote.contract.ts'
import type { ListedRoute, RouteTotals } from '../../../modules/catalog/search/contract.ts'
import { formatEuro, hasPrice } from '../../ui/money.ts'
import {
  type Band,
  bandShort,
  bandTitle,
  economyBands,
  premiumBands,
  privateBands,
  spokenBand,
} from './bands.ts'

// Price columns of the lists: one per price band, or one per kind of ride once the visitor has chosen a party.

/** Keys of the messages that name the kinds of ride. */
export const rideKeys = {
  private: 'price.private',
  shared: 'vehicle.economy',
  premium: 'vehicle.premium',
} as const satisfies Record<string, SimpleKey>
export type Ride = keyof typeof rideKeys

const shortRideKeys = { ...rideKeys, shared: 'list.sharedShort' } as const

interface Column {
  id: string
  ride: Ride
  title: string
  /** The title for screen readers. */
  spoken: string
  unit: string
  /** Label above the price on phones. */
  label: string
  /** Text after the price on phones; only prices per person have it. */
  suffix?: string
  priceOf(row: ListedRoute): string
}

export interface ListBand extends Band {
  ride: Ride
  /** Message shown as the title instead of the passengers of the band. */
  title?: SimpleKey
}

export const allBands: ListBand[] = [
  ...privateBands.map((band) => ({ ...band, ride: 'private' as const })),
  ...economyBands.map((band) => ({ ...band, ride: 'shared' as const })),
  ...premiumBands.map((band) => ({ ...band, ride: 'premium' as const })),
]

/** Returns the columns of bands, without shared and premium bands in which no route has a price. */
export function bandColumns(t: Translate, rows: ListedRoute[], bands: ListBand[]): Column[] {
  return bands
    .filter(({ field, ride }) => ride === 'private' || rows.some((row) => hasPrice(row[field])))
    .map((band) => ({
      id: band.field,
      ride: band.ride,
      title: band.title ? t(band.title) : bandTitle(t, band),
      spoken: band.title ? t(band.title) : spokenBand(t, band),
      label: `${t(shortRideKeys[band.ride])}, ${bandShort(t, band)}`,
      unit: t(loneUnitKeys[band.unit]),
      ...(band.unit === 'persona' && { suffix: t(unitKeys.persona) }),
      priceOf: ({ [band.field]: price }) => (hasPrice(price) ? formatEuro(t, price) : ''),
    }))
}

const vehicles: Record<Ride, Vehicle[]> = {
  private: ['berlina', 'minivan'],
  shared: ['economy'],
  premium: ['premium'],
}
const rides = ['private', 'shared', 'premium'] as const

/** Returns a column of totals per kind of ride. Shared and premium rides that no route offers have no column. */
export function totalColumns(
  t: Translate,
  rows: ListedRoute[],
  totals: Record<string, RouteTotals>,
  party: Party,
): Column[] {
  const offerIn = (offers: RouteTotals['offers'] = [], ride: Ride) =>
    offers.find((one) => vehicles[ride].includes(one.vehicle))
  return rides
    .filter((ride) => ride === 'private' || rows.some(({ id }) => offerIn(totals[id]?.offers, ride)))
    .map((ride) => ({
      id: ride,
      ride,
      title: t('list.total'),
      spoken: t('list.total'),
      unit: partyWords(t, party),
      label: t('list.totalOf', { ride: t(rideKeys[ride]) }),
      priceOf: ({ id }) => {
        const one = offerIn(totals[id]?.offers, ride)
        const both = offerIn(totals[id]?.roundTrip, ride)
        if (!one) return ''
        return `${euro(t, one.total)}${both ? `, ${t('list.bothWays')}\u00a0${euro(t, both.total)}` : ''}`
      },
    }))
}
