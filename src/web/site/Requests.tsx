import { createContext, type ReactNode, use, useState } from 'react'
import type { View } from '../../modules/content/contract.ts'
import { AvailabilityDialog } from './AvailabilityDialog.tsx'
import { QuoteDialog } from './QuoteDialog.tsx'

export interface Journey {
  departure: string
  destination: string
}

interface RequestsValue {
  askAvailability(journey?: Journey): void
  askQuote(): void
  /** The route this page is about, if any: forms and messages start from it. */
  journey: Journey | null
  /** True once a request has gone out from this page. */
  hasSent: boolean
}

const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}

type Open = { dialog: 'availability'; journey: Journey | null } | { dialog: 'quote' } | null

/** The two dialogs that any part of a page can open. */
export function Requests({ view, children }: { view: View; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null)
  const [hasSent, setSent] = useState(false)
  const journey = journeyOf(view)
  const close = () => setOpen(null)
  const markSent = () => setSent(true)

  const value: RequestsValue = {
    askAvailability: (asked) => setOpen({ dialog: 'availability', journey: asked ?? journey }),
    askQuote: () => setOpen({ dialog: 'quote' }),
    journey,
    hasSent,
  }
  return (
    <RequestsContext value={value}>
      {children}
      {open?.dialog === 'availability' && (
        <AvailabilityDialog journey={open.journey} onClose={close} onSent={markSent} />
      )}
      {open?.dialog === 'quote' && <QuoteDialog onClose={close} onSent={markSent} />}
    </RequestsContext>
  )
}

function journeyOf(view: View): Journey | null {
  if (view.kind === 'results') return { departure: view.departure, destination: view.destination }
  if (view.kind !== 'route') return null
  const { departureLocation, destinationLocation } = view.route
  return { departure: departureLocation.name, destination: destinationLocation.name }
}
