import { type ReactNode, useMemo, useState } from 'react'
import type { View } from '../../modules/content/pages/contract.ts'
import type { Values } from '../ui/useForm.ts'
import { AvailabilityDialog } from './AvailabilityDialog.tsx'
import { withChoice } from './choice.ts'
import { QuoteDialog } from './QuoteDialog.tsx'
import { routeOffers, routeRoundTrip } from './routeOffers.ts'
import { dateValues, tripOf, tripValues, typedTrip } from './trip.ts'
import { type Journey, RequestsContext, type RequestsValue } from './useRequests.ts'

/** The open dialog and its initial values. */
type Open = { dialog: 'availability' | 'quote'; typed: Values } | null

/** Contains the two dialogs that any part of a page can open. */
export function Requests({ view, children }: { view: View; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null)
  const [sentCode, setSentCode] = useState<string | null>(null)
  const [trip, chooseTrip] = useState(() => tripOf(choiceIn(view)))
  const close = () => setOpen(null)

  // The value is stable while a dialog opens and closes, so that the page does not render again.
  const value = useMemo((): RequestsValue => {
    const places = placesOf(view)
    const { departure, destination } = places
    const choice = choiceIn(view)
    return {
      choice,
      totals: 'totals' in view ? view.totals : {},
      withChoice: (path) => (choice ? withChoice(path, choice) : path),
      askAvailability: (asked) => setOpen({ dialog: 'availability', typed: { ...typedTrip(), ...asked } }),
      askQuote: (asked) => setOpen({ dialog: 'quote', typed: { ...typedTrip(), ...asked } }),
      places,
      journey: departure && destination ? { departure, destination } : null,
      pageUrl: view.kind === 'route' ? view.route.canonicalUrl : null,
      trip,
      chooseTrip,
      offersFor: (party) => (view.kind === 'route' ? routeOffers(view, party) : []),
      roundTripOf: (party, there) => (view.kind === 'route' ? routeRoundTrip(view, party, there) : null),
      sentCode,
    }
  }, [view, trip, sentCode])
  const AskDialog = open?.dialog === 'quote' ? QuoteDialog : AvailabilityDialog
  return (
    <RequestsContext value={value}>
      {children}
      {open && (
        <AskDialog
          values={{ ...value.places, ...dateValues(value.choice), ...tripValues(trip), ...open.typed }}
          onClose={close}
          onSent={setSentCode}
        />
      )}
    </RequestsContext>
  )
}

const choiceIn = (view: View) => ('choice' in view ? view.choice : null)

function placesOf(view: View): Partial<Journey> {
  if (view.kind === 'results') return { departure: view.departure, destination: view.destination }
  if (view.kind === 'place') return { destination: view.place.name }
  if (view.kind === 'olderRoute')
    return { departure: view.route.departure, destination: view.route.destination }
  if (view.kind !== 'route') return {}
  const { departureLocation, destinationLocation } = view.route
  return { departure: departureLocation.name, destination: destinationLocation.name }
}
