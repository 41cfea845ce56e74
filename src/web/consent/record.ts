import { consentDays, consentKey, consentVersion } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'

export interface Consent {
  necessary: true
  analytics: boolean
  marketing: boolean
  timestamp: number
  version: string
}

export type Choice = Pick<Consent, 'analytics' | 'marketing'>

/** Event on `window` with which any part of a page opens the consent dialog again. */
export const showSettingsEvent = 'ncc-gdpr-show-settings'
/** Event on `window` after this tab has stored a choice. */
export const consentChangedEvent = 'ncc-gdpr-consent-changed'

const dayMs = 86_400_000

/** Returns the stored choice; null if no valid choice is stored. Deletes an invalid or expired choice. */
export function readConsent(): Consent | null {
  if (local.text(consentKey) === null) {
    // Without storage no choice can be read, so there is no consent.
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
  // The clock may have been set back, so a timestamp up to one day ahead is valid.
  return isWhole && age > -dayMs && age <= consentDays * dayMs
}

/** Stores a choice, and reports it to the server without identifying the visitor. */
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

/** Sends an HTTP request that the browser completes even if the page is closed. */
export function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
