import { ownPage } from '../ownPage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
    /** Function of the Google tag; undefined before the visitor consents and after the consent is withdrawn. */
    gtag?: (...command: unknown[]) => void
  }
}

/** Actions that analytics records, without personal data. */
export type Happening =
  | { kind: 'call'; phone: string; source: string }
  | { kind: 'contact' | 'availability'; passengers?: string }

type Event = [name: string, params: Record<string, unknown>]

/** Reports an action to Google Analytics if the visitor has consented. */
export function track(happening: Happening): void {
  if (!window.gtag) return
  for (const [name, params] of eventsOf(happening)) window.gtag('event', name, params)
}

function eventsOf(happening: Happening): Event[] {
  if (happening.kind === 'call')
    return [['phone_call_click', { phone_number: happening.phone, source: happening.source, value: 1 }]]
  const { kind, passengers } = happening
  const route = routeOfPage()
  const asked = {
    departure: route?.departureLocation.name ?? 'custom',
    destination: route?.destinationLocation.name ?? 'custom',
    ...(passengers ? { passengers } : {}),
  }
  if (kind === 'availability')
    return [
      ['availability_request', { ...asked, route_name: route?.slug ?? 'custom_route', value: 1 }],
      ['generate_lead', { currency: 'EUR', value: 75 }],
    ]
  return [
    ['contact_form_submit', { form_type: kind, value: 1 }],
    ['generate_lead', { currency: 'EUR', value: 50 }],
    ['form_data_submitted', { ...asked, has_route_info: route !== null }],
  ]
}

/** Returns null except on a route page: elsewhere a place may be a home address that the visitor typed. */
function routeOfPage() {
  const view = ownPage()?.view
  return view?.kind === 'route' ? view.route : null
}
