import { consentDays, consentKey, consentVersion } from '../../modules/settings/contract.privacy.ts'

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
/** The choice of this page, where the browser refuses to store it. */
let unstored: Consent | null = null

/** The choice that holds; a broken or outdated one is removed, and asked for again. */
export function readConsent(): Consent | null {
  try {
    const text = localStorage.getItem(consentKey)
    if (text === null) return null
    const consent = parsed(text)
    if (consent) return consent
    localStorage.removeItem(consentKey)
  } catch (error) {
    // Storage that the browser refuses: no record, no consent.
    console.error('Consenso non leggibile', error)
  }
  return unstored
}

function parsed(text: string): Consent | null {
  try {
    const consent: Partial<Consent> | null = JSON.parse(text)
    const age = Date.now() - Number(consent?.timestamp ?? Number.NaN)
    const isWhole =
      consent?.version === consentVersion &&
      typeof consent.analytics === 'boolean' &&
      typeof consent.marketing === 'boolean'
    // A clock that was set back a little is no reason to ask again.
    return isWhole && age > -dayMs && age <= consentDays * dayMs ? (consent as Consent) : null
  } catch {
    return null
  }
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
  unstored = null
  try {
    localStorage.setItem(consentKey, JSON.stringify(consent))
  } catch (error) {
    console.error('Consenso non salvato', error)
    unstored = consent
  }
  beacon('/api/consents', { version: consentVersion, analytics, marketing })
  dispatchEvent(new CustomEvent(consentChangedEvent))
}

/** Tells the server something in passing; it arrives even when the page is left at this moment. */
export function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
