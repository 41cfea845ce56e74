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

/** Name of the event on `window` with which any part of a page opens the choices again. */
export const showSettingsEvent = 'ncc-gdpr-show-settings'
/** Name of the event on `window` that tells other scripts that this tab has stored a choice. */
export const consentChangedEvent = 'ncc-gdpr-consent-changed'

const dayMs = 86_400_000

/** Returns the stored choice. Deletes an invalid or expired choice and returns null. */
export function readConsent(): Consent | null {
  if (local.text(consentKey) === null) {
    // Without access to the browser's storage there is no stored choice, and therefore no consent.
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
  // A timestamp up to one day in the future is valid, because the clock may have been set back.
  return isWhole && age > -dayMs && age <= consentDays * dayMs
}

/** Stores a choice and reports to the server that a choice was made, without identifying the visitor. */
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

/** Posts to the server; the browser completes the HTTP request even after the page is closed. */
export function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
