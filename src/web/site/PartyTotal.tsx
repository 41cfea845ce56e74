import type { ReactNode } from 'react'
import { euro } from '../../kernel/money.ts'
import type { SimpleKey } from '../../languages/translate.ts'
import { partyWords, type Vehicle } from '../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../ui/language.ts'
import { useRequests } from './useRequests.ts'

const vehicleKeys = {
  berlina: 'party.bySedan',
  minivan: 'party.byMinivan',
  economy: 'party.byEconomy',
  premium: 'party.byPremium',
} as const satisfies Record<Vehicle, SimpleKey>

/**
 * Shows the party's price in the cheapest vehicle. If some vehicles have a price for the round trip, it compares only
 * these vehicles.
 */
export function PartyTotal({ routeId, className = '' }: { routeId: number; className?: string }) {
  const { choice, totals } = useRequests()
  const { t, rich } = useLanguage()
  const found = totals[routeId]
  if (!choice || !found) return null
  const backOf = (vehicle: string) => found.roundTrip.find((one) => one.vehicle === vehicle)
  const whole = found.offers.filter(({ vehicle }) => backOf(vehicle))
  const [best] = (whole.length > 0 ? whole : found.offers).toSorted(
    (one, other) => Number(one.total) - Number(other.total),
  )
  const party = partyWords(t, choice.party)
  const words = ({ total, vehicle }: { total: string; vehicle: Vehicle }) => ({
    party,
    total: euro(t, total),
    vehicle: t(vehicleKeys[vehicle]),
    strong: (parts: ReactNode[]) => <strong className="text-ink">{parts}</strong>,
  })
  const both = best && backOf(best.vehicle)
  return (
    <small className={`figures block text-ink-soft text-sm ${className}`}>
      {best
        ? both
          ? rich('party.totalBoth', { ...words(best), both: euro(t, both.total) })
          : rich('party.total', words(best))
        : t('party.onRequest', { party })}
    </small>
  )
}
