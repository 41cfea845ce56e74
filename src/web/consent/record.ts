import { consentDays, consentKey, consentVersion } from '../../modules/settings/privacy/contract.ts'
import { isObject, local } from '../storage.ts'

/** The visitor's choice as the browser keeps it (public-site.md section 3). */
export interface Consent {
  necessary: true
  analytics: boolean
  marketing: boolean
  timestamp: number
  version: string
}

export type Choice = Pick<Consent, 'analytics' | 'marketing'>

/** Asks for the choices again, with their present state; anything on a page may dispatch it on `window`. */
export const showSettingsEvent = 'ncc-gdpr-show-settings'
/** A choice was made in this tab. */
export const consentChangedEvent = 'ncc-gdpr-consent-changed'

const dayMs = 86_400_000

/** The choice that holds; a broken or outdated one is removed, and asked for again. */
export function readConsent(): Consent | null {
  if (local.text(consentKey) === null) {
    // Storage that the browser refuses: no record, no consent.
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
  // A clock that was set back a little is no reason to ask again.
  return isWhole && age > -dayMs && age <= consentDays * dayMs
}

/** Stores a choice and tells the server that one was made, without saying by whom. */
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

/** Tells the server something in passing; it arrives even when the page is left at this moment. */
export function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
