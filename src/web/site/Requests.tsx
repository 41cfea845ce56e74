import { type ReactNode, useMemo, useState } from 'react'
import { offersFor, roundTripOf } from '../../modules/catalog/contract.quote.ts'
import type { View } from '../../modules/content/contract.ts'
import { AvailabilityDialog } from './AvailabilityDialog.tsx'
import { QuoteDialog } from './QuoteDialog.tsx'
import type { Trip } from './trip.ts'
import { type Journey, RequestsContext, type RequestsValue } from './useRequests.ts'

type Open = { dialog: 'availability'; journey: Journey | null } | { dialog: 'quote' } | null

/** The two dialogs that any part of a page can open. */
export function Requests({ view, children }: { view: View; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null)
  const [sentCode, setSentCode] = useState<string | null>(null)
  const [trip, chooseTrip] = useState<Trip | null>(null)
  const close = () => setOpen(null)

  // Kept while a dialog opens and closes, which is no news to the parts of the page.
  const value = useMemo((): RequestsValue => {
    const journey = journeyOf(view)
    return {
      askAvailability: (asked) => setOpen({ dialog: 'availability', journey: asked ?? journey }),
      askQuote: () => setOpen({ dialog: 'quote' }),
      journey,
      pageUrl: view.kind === 'route' ? view.route.canonicalUrl : null,
      trip,
      chooseTrip,
      offersFor: (party) =>
        view.kind === 'route' ? offersFor(party, { prices: view.route, hasEconomy: view.hasEconomy }) : [],
      roundTripOf(party, there) {
        if (view.kind !== 'route' || !view.returnPrices) return null
        const { returnPrices: prices, returnDiscountPercent } = view
        const offers = offersFor(party, { prices, hasEconomy: prices.hasEconomy })
        const back = offers.find(({ vehicle }) => vehicle === there.vehicle)
        return roundTripOf(there, back, returnDiscountPercent)
      },
      sentCode,
    }
  }, [view, trip, sentCode])
  return (
    <RequestsContext value={value}>
      {children}
      {open?.dialog === 'availability' && (
        <AvailabilityDialog journey={open.journey} onClose={close} onSent={setSentCode} />
      )}
      {open?.dialog === 'quote' && <QuoteDialog onClose={close} onSent={setSentCode} />}
    </RequestsContext>
  )
}

function journeyOf(view: View): Journey | null {
  if (view.kind === 'results') return { departure: view.departure, destination: view.destination }
  if (view.kind !== 'route') return null
  const { departureLocation, destinationLocation } = view.route
  return { departure: departureLocation.name, destination: destinationLocation.name }
}
