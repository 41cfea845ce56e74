import { withoutToken } from '../../modules/leads/status/token.contract.ts'
import type { ReadActiveAnalytics } from '../../modules/settings/analytics/contract.ts'
import { call } from '../client.ts'
import { cookies, removeCookie } from '../storage.ts'
import { track } from './actions.ts'
import { type Choice, readConsent } from './record.ts'

// Loads Google Analytics only after consent. Google prescribes the order of the first `gtag` commands.

let measurementId: string | null = null
let isLoaded = false

const word = (isGiven: boolean) => (isGiven ? 'granted' : 'denied')

const signals = ({ analytics, marketing }: Choice) => ({
  analytics_storage: word(analytics),
  ad_storage: word(marketing),
  ad_user_data: word(marketing),
  ad_personalization: word(marketing),
})

function gtag(..._command: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: Google's tag understands the Arguments object only, not an array.
  window.dataLayer.push(arguments)
}

/** If the visitor has consented and a configuration is active, starts the measurement or updates its consent. */
export async function startAnalytics(): Promise<void> {
  measurementId ??= await activeId()
  // Reads the choice after the HTTP request, because the choice may have changed meanwhile.
  const choice = readConsent()
  if (!measurementId || !choice?.analytics) return
  setDisabled(measurementId, false)
  window.gtag = gtag
  if (!isLoaded) gtag('consent', 'default', { ...signals(none), wait_for_update: 500 })
  gtag('consent', 'update', signals(choice))
  if (!isLoaded) load(measurementId)
  isLoaded = true
}

function load(id: string): void {
  gtag('js', new Date())
  gtag('config', id, { page_location: pageAddress(), page_title: document.title, anonymize_ip: true })
  addEventListener('click', trackCall, true)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`
  // Consent may be withdrawn while the tag is loading.
  script.onload = () => readConsent()?.analytics || removeCookies()
  document.head.append(script)
}

/** Stops the measurement after consent was withdrawn, and deletes Google's cookies. */
export function stopAnalytics(): void {
  if (measurementId && isLoaded) {
    setDisabled(measurementId, true)
    gtag('consent', 'update', signals(none))
  }
  delete window.gtag
  removeCookies()
}

const none: Choice = { analytics: false, marketing: false }

async function activeId(): Promise<string | null> {
  const { isActive, measurementId: id } = await call<typeof ReadActiveAnalytics>(
    'GET /api/google-analytics/active',
    {},
  )
  return isActive ? id : null
}

/** Sets Google's opt-out variable. While the variable is true, the tag sends nothing. */
function setDisabled(id: string, isDisabled: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: isDisabled })
}

/** Returns the page's URL with campaign parameters only; other parameters may contain what a visitor typed. */
function pageAddress(): string {
  const marks = [...new URLSearchParams(location.search)].filter(([name]) =>
    /^(utm_|gclid$|[gw]braid$)/.test(name),
  )
  // A status page's path contains its token, which must not reach Google.
  const path = withoutToken(location.pathname)
  return location.origin + path + (marks.length > 0 ? `?${new URLSearchParams(marks)}` : '')
}

function trackCall(event: Event): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="tel:"]')
  if (!link) return
  const place = link.closest('dialog, header, footer, [data-bar], main')
  const source = place?.localName === 'section' ? 'sticky-footer' : (place?.localName ?? 'page')
  track({ kind: 'call', phone: link.href.slice('tel:'.length), source })
}

function removeCookies(): void {
  for (const cookie of cookies()) {
    const [name = ''] = cookie.split('=')
    if (name.startsWith('_ga')) removeCookie(name)
  }
}
