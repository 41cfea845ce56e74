import type { Catalog } from '../../languages/translate.ts'
import { consentKey } from '../../modules/settings/privacy/contract.ts'
import { cookies } from '../storage.ts'
import { type Consent, consentChangedEvent, readConsent, showSettingsEvent } from './record.ts'
import { mindVisit } from './visit.ts'

let analytics: Promise<typeof import('./analytics.ts')> | undefined

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
  // A page from the back/forward cache did not receive the choices made meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
  const isReadingNotice = location.hash === '#informativa' && document.getElementById('informativa') !== null
  // The privacy notice must be readable before choosing.
  if (!isReadingNotice || readConsent()) follow()
}

/** Applies the stored choice, even if another tab stored it. Without a choice, asks the visitor. */
function follow(): void {
  const consent = readConsent()
  mindVisit()
  if (consent) void close()
  else void firstPaint().then(fontsOrSecond).then(askUnlessAnswered)
  apply(consent).catch((error) => console.error('Google Analytics', error))
}

/** Resolves after the first paint, which loading the dialog earlier would delay. */
function firstPaint(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve()
  return new Promise((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Waits up to one second for the fonts. A font that arrives later would break the lines again and move the buttons. */
function fontsOrSecond(): Promise<unknown> {
  return Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 1_000))])
}

/** Opens the dialog unless this or another tab has stored a choice meanwhile. */
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
const catalogs = import.meta.glob<Catalog>('../../languages/*.json', { query: '?dialog', import: 'default' })

async function open(view: 'question' | 'choices'): Promise<void> {
  dialog ??= import('./dialog.ts')
  const catalog = catalogs[`../../languages/${document.documentElement.lang}.json`]
  const [{ openConsent }, messages] = await Promise.all([dialog, catalog?.()])
  // This or another tab may have stored a choice while the files were loading.
  if (view === 'question' && readConsent()) return
  openConsent(view, readConsent(), messages ?? {})
}

async function close(): Promise<void> {
  if (dialog) (await dialog).closeConsent()
}
