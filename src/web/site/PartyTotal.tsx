import { euro } from '../../kernel/money.ts'
import { partyWords, vehicleKeys } from '../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../ui/language.ts'
import { useRequests } from './useRequests.ts'

/** The price for the chosen party in the cheapest vehicle that drives the whole trip. */
export function PartyTotal({ routeId, className = '' }: { routeId: number; className?: string }) {
  const { choice, totals } = useRequests()
  const { t } = useLanguage()
  const found = totals[routeId]
  if (!choice || !found) return null
  const backOf = (vehicle: string) => found.roundTrip.find((one) => one.vehicle === vehicle)
  const whole = found.offers.filter(({ vehicle }) => backOf(vehicle))
  const [best] = (whole.length > 0 ? whole : found.offers).toSorted(
    (one, other) => Number(one.total) - Number(other.total),
  )
  const both = best && backOf(best.vehicle)
  return (
    <small className={`figures block text-ink-soft text-sm ${className}`}>
      {best ? (
        <>
          {partyWords(t, choice.party)}: <strong className="text-ink">{euro(t, best.total)}</strong> in tutto,{' '}
          {t(vehicleKeys[best.vehicle]).toLowerCase()}
          {both && `; andata e ritorno ${euro(t, both.total)}`}
        </>
      ) : (
        `${partyWords(t, choice.party)}: su richiesta`
      )}
    </small>
  )
}
