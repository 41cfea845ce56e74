import type { ReactNode } from 'react'
import { euro } from '../../../kernel/money.ts'
import type { SimpleKey } from '../../../languages/translate.ts'
import { type PriceUnit, partyWords, type Vehicle } from '../../../modules/catalog/prices/quote.contract.ts'
import type { RouteTotals } from '../../../modules/catalog/search/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { PriceTag } from '../parts/PriceTag.tsx'
import { useRequests } from '../trip/useRequests.ts'

const vehicleKeys = {
  berlina: 'party.bySedan',
  minivan: 'party.byMinivan',
  economy: 'party.byEconomy',
  premium: 'party.byPremium',
} as const satisfies Record<Vehicle, SimpleKey>

const sizes = { lg: 'text-[min(1.875rem,8vw)]', xl: 'text-5xl' }

interface PartyPriceProps {
  route: { price: string | null; unit: PriceUnit | null }
  /** Prices of the route for the chosen party. */
  totals: RouteTotals | undefined
  label: string
  size: keyof typeof sizes
}

/** Shows the party's total in the cheapest vehicle, if possible among vehicles with a round-trip price. */
export function PartyPrice({ route: { price, unit }, totals: found, label, size }: PartyPriceProps) {
  const { choice } = useRequests()
  const { t, rich } = useLanguage()
  if (!choice || !found) return <PriceTag price={price} unit={unit} label={label} size={size} />
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
    strong: (parts: ReactNode[]) => (
      <strong
        className={`my-1 block whitespace-nowrap font-semibold font-serif text-ink leading-none ${sizes[size]}`}
      >
        {parts}
      </strong>
    ),
  })
  const both = best && backOf(best.vehicle)
  return (
    <>
      <small className="figures mb-3 block text-ink-soft text-sm">
        {best
          ? both
            ? rich('party.totalBoth', { ...words(best), both: euro(t, both.total) })
            : rich('party.total', words(best))
          : t('party.onRequest', { party })}
      </small>
      <PriceTag price={price} unit={unit} label={label} size="sm" />
    </>
  )
}
