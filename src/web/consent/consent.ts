import { consentKey } from '../../modules/settings/privacy/contract.ts'
import { cookies } from '../storage.ts'
import { closeConsent, openConsent } from './dialog.ts'
import { type Consent, consentChangedEvent, readConsent, showSettingsEvent } from './record.ts'
import { mindVisit } from './visit.ts'

let analytics: Promise<typeof import('./analytics.ts')> | undefined

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
  // A page restored from the back/forward cache has missed the choices of the meantime.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
  const isReadingNotice = location.hash === '#informativa' && document.getElementById('informativa') !== null
  // The privacy notice must be readable before choosing.
  if (!isReadingNotice || readConsent()) follow()
}

/** Applies the stored choice, which another tab may have stored. Asks the visitor if there is none. */
function follow(): void {
  const consent = readConsent()
  mindVisit()
  if (consent) closeConsent()
  else void fontsOrSecond().then(askUnlessAnswered)
  apply(consent).catch((error) => console.error('Google Analytics', error))
}

/** Waits up to one second for the fonts. A later font would break lines again and move the buttons. */
function fontsOrSecond(): Promise<unknown> {
  return Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 1_000))])
}

/** Opens the dialog unless a choice was stored meanwhile, also by another tab. */
function askUnlessAnswered(): void {
  if (!readConsent()) openConsent('question', null)
}

async function apply(consent: Consent | null): Promise<void> {
  if (!consent?.analytics && !analytics && !cookies().some((cookie) => cookie.startsWith('_ga'))) return
  analytics ??= import('./analytics.ts')
  const { startAnalytics, stopAnalytics } = await analytics
  if (consent?.analytics) await startAnalytics()
  else stopAnalytics()
}
