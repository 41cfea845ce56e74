import type { Translate } from '../../../languages/translate.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import {
  type Party,
  unitKeys,
  type Vehicle,
  vehicleKeys,
} from '../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro } from '../../ui/money.ts'
import { fieldTool } from '../../ui/tools.ts'
import { bothWaysWith, chosenOffer } from './trip.ts'

interface OffersProps {
  fare: FareAnswer
  party: Party
  vehicle: Vehicle | null
  name: string
  /** True while `fare` is the fare of other choices, whose prices must not be visible (styles.css). */
  isLoading: boolean
  onChoose(vehicle: Vehicle): void
}

/** Lists the vehicles with the party's total of the round trip or, if the vehicle has none, of the outbound trip. */
export function Offers({ fare, party, vehicle, name, isLoading, onChoose }: OffersProps) {
  const { t } = useLanguage()
  const { offers } = fare
  const chosen = chosenOffer(offers, vehicle)
  return (
    <fieldset
      {...fieldTool('offer')}
      aria-busy={isLoading || undefined}
      className="figures mt-2 grid gap-1.5"
    >
      <legend className="sr-only">{t('trip.vehicleAndPrice')}</legend>
      {offers.map((offer) => {
        const both = bothWaysWith(fare, offer)
        const ways = both ? 'trip.bothWaysOffer' : fare.roundTrip ? 'trip.returnApart' : 'trip.oneWay'
        return (
          <label key={offer.vehicle} className="offer">
            <input
              type="radio"
              name={name}
              value={offer.vehicle}
              checked={offer === chosen}
              onChange={() => onChoose(offer.vehicle)}
            />
            <span>
              {t(vehicleKeys[offer.vehicle])} <small>{detailOf(t, offer, party.passengers, ways)}</small>
            </span>
            <b>{formatEuro(t, both?.total ?? offer.total)}</b>
          </label>
        )
      })}
    </fieldset>
  )
}

/** Returns for example `per veicolo, andata e ritorno` or `40 € a persona × 2, solo andata`. */
function detailOf(
  t: Translate,
  { vehicle, unit, price }: FareAnswer['offers'][number],
  passengers: number,
  ways: 'trip.bothWaysOffer' | 'trip.returnApart' | 'trip.oneWay',
): string {
  if (unit === 'persona' && ways !== 'trip.bothWaysOffer')
    return `${formatEuro(t, price)} ${t(unitKeys[unit])} × ${passengers}, ${t(ways)}`
  return `${vehicle === 'economy' ? t('trip.shared') : t(unitKeys[unit])}, ${t(ways)}`
}
