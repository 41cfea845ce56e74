import { consentKey } from '../../modules/settings/privacy/contract.ts'
import { cookies } from '../storage.ts'
import { type Consent, consentChangedEvent, readConsent, showSettingsEvent } from './record.ts'
import { mindVisit } from './visit.ts'

let analytics: Promise<typeof import('./analytics.ts')> | undefined

/** Watches over the visitor's choice: asks where there is none, and lets analytics run only by it. */
export function mindConsent(): void {
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-consent]'))
      dispatchEvent(new CustomEvent(showSettingsEvent))
  })
  addEventListener(showSettingsEvent, () => void open('choices'))
  addEventListener(consentChangedEvent, follow)
  addEventListener('storage', ({ key }) => {
    if (key === consentKey || key === null) follow()
  })
  // A page that comes back from the browser's memory has slept through what was chosen meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
  const isReadingNotice = location.pathname === '/privacy-policy/' && location.hash === '#informativa'
  // The dialog's own link to the notice: it can be read before choosing.
  if (!isReadingNotice || readConsent()) follow()
}

/** Does what the record says now, whoever wrote it. */
function follow(): void {
  const consent = readConsent()
  mindVisit()
  if (consent) void close()
  else void firstPaint().then(fontsOrSecond).then(askUnlessAnswered)
  apply(consent).catch((error) => console.error('Google Analytics', error))
}

/** The question comes once there is something to read: its script and style would hold up the page's first picture. */
function firstPaint(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve()
  return new Promise((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** In a font that comes later its lines would break anew, and the card with its buttons would move under a finger. */
function fontsOrSecond(): Promise<unknown> {
  return Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 1_000))])
}

/** It may have been answered in another tab meanwhile. */
function askUnlessAnswered(): void {
  if (!readConsent()) void open('question')
}

async function apply(consent: Consent | null): Promise<void> {
  if (!consent?.analytics && !analytics && !cookies().some((cookie) => cookie.startsWith('_ga'))) return
  analytics ??= import('./analytics.ts')
  const { startAnalytics, stopAnalytics } = await analytics
  if (consent?.analytics) await startAnalytics()
  else stopAnalytics()
}

let dialog: Promise<typeof import('./dialog.ts')> | undefined

async function open(view: 'question' | 'choices'): Promise<void> {
  dialog ??= import('./dialog.ts')
  const { openConsent } = await dialog
  openConsent(view, readConsent())
}

async function close(): Promise<void> {
  if (dialog) (await dialog).closeConsent()
}
