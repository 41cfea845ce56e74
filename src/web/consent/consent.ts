import { consentKey } from '../../modules/settings/privacy/contract.ts'
import { cookies } from '../storage.ts'
import { closeConsent, openConsent } from './dialog.ts'
import { type Consent, consentChangedEvent, readConsent, showSettingsEvent } from './record.ts'
import { mindVisit } from './visit.ts'

let analytics: Promise<typeof import('./measurement.ts')> | undefined

export function mindConsent(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-consent]'))
      dispatchEvent(new CustomEvent(showSettingsEvent))
  })
  addEventListener(showSettingsEvent, () => openConsent('choices', readConsent()))
  addEventListener(consentChangedEvent, follow)
  addEventListener('storage', ({ key }) => {
    if (key === consentKey || key === null) follow()
  })
  // A page in the back/forward cache misses the choices that other pages store.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
  const isReadingNotice = location.hash === '#informativa' && document.getElementById('informativa') !== null
  // Does not open the dialog over the privacy notice, because visitors must be able to read the notice before choosing.
  if (!isReadingNotice || readConsent()) follow()
}

/** Applies the stored choice, even if another tab has stored it. Asks the visitor if no choice is stored. */
function follow(): void {
  const consent = readConsent()
  mindVisit()
  if (consent) closeConsent()
  else void fontsOrSecond().then(askUnlessAnswered)
  apply(consent).catch((error) => console.error('Google Analytics', error))
}

/** Waits up to one second for the fonts, because a font that loads later moves the buttons of the open dialog. */
function fontsOrSecond(): Promise<unknown> {
  return Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 1_000))])
}

function askUnlessAnswered(): void {
  if (!readConsent()) openConsent('question', null)
}

async function apply(consent: Consent | null): Promise<void> {
  if (!consent?.analytics && !analytics && !cookies().some((cookie) => cookie.startsWith('_ga'))) return
  analytics ??= import('./measurement.ts')
  const { startAnalytics, stopAnalytics } = await analytics
  if (consent?.analytics) await startAnalytics()
  else stopAnalytics()
}
