import { consentDays, consentKey, consentVersion } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'

/** The visitor's choice as the browser stores it. */
export interface Consent {
  necessary: true
  analytics: boolean
  marketing: boolean
  timestamp: number
  version: string
}

export type Choice = Pick<Consent, 'analytics' | 'marketing'>

/** Dispatched on `window` by any part of a page to open the choices again. */
export const showSettingsEvent = 'ncc-gdpr-show-settings'
/** Dispatched when this tab stores a choice. */
export const consentChangedEvent = 'ncc-gdpr-consent-changed'

const dayMs = 86_400_000

/** Returns the valid choice; removes a broken or expired one and returns null. */
export function readConsent(): Consent | null {
  if (local.text(consentKey) === null) {
    // The browser refuses storage: no record, no consent.
    if (!local.isReadable()) console.error('Consenso non leggibile')
    return null
  }
  const consent = local.json(consentKey)
  if (isValid(consent)) return consent
  local.forget(consentKey)
  return null
}

function isValid(consent: unknown): consent is Consent {
  if (!isObject(consent)) return false
  const age = Date.now() - Number(consent.timestamp ?? Number.NaN)
  const isWhole =
    consent.version === consentVersion &&
    typeof consent.analytics === 'boolean' &&
    typeof consent.marketing === 'boolean'
  // Tolerates a clock that was set back by less than a day.
  return isWhole && age > -dayMs && age <= consentDays * dayMs
}

/** Stores a choice and reports to the server, without identifying the visitor, that one was made. */
export function writeConsent({ analytics, marketing }: Choice): void {
  const consent: Consent = {
    necessary: true,
    analytics,
    marketing,
    timestamp: Date.now(),
    version: consentVersion,
  }
  if (!local.keep(consentKey, JSON.stringify(consent))) console.error('Consenso non salvato')
  beacon('/api/consents', { version: consentVersion, analytics, marketing })
  dispatchEvent(new CustomEvent(consentChangedEvent))
}

/** Posts to the server; the request outlives the page. */
export function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
