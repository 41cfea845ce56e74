import './styles.css'
import { mindConsent } from './consent/consent.ts'
import { beacon } from './consent/record.ts'
import { provenance } from './consent/visit.ts'

// The only script of a page until the visitor touches it: it loads the app on the first sign of life, and keeps
// what was clicked or sent meanwhile.

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
const { dataset } = document.documentElement
let app: Promise<void> | undefined
let isReady = false
let isHolding = false

async function start(): Promise<void> {
  const { hydrate } = await import('./site/app.tsx')
  await hydrate()
  isReady = true
}

function load(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, wake, true)
  app ??= start()
  return app
}

function wake(event: Event): void {
  // The consent dialog takes the focus by itself when it appears.
  if (event.type === 'focusin' && event.target instanceof Element && event.target.closest('dialog')) return
  // Browsers report a pointer that has not moved as soon as the page appears under it.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  load().catch(() => {
    // Links and plain forms work without the app; what needs it tries once more.
    app = undefined
  })
}

/** Keeps an event that only the app can answer, and repeats it when the app is there. */
async function hold(event: Event, again: () => void, otherwise: () => void): Promise<void> {
  event.preventDefault()
  event.stopPropagation()
  if (isHolding) return
  isHolding = true
  // On the document, because React owns everything inside.
  dataset.waiting = ''
  await load().then(again, otherwise)
  delete dataset.waiting
  isHolding = false
}

function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[data-app]')
  if (isReady || !button) return
  void hold(
    event,
    () => button.click(),
    () => location.assign('/richiesta/'),
  )
}

function onSubmit(event: Event): void {
  const form = event.target
  if (isReady || !(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return
  void hold(
    event,
    () => form.requestSubmit(),
    () => form.submit(),
  )
}

/** A menu opens by the browser alone (popover); only its button has to say so. */
function onToggle(event: Event): void {
  if (!(event instanceof ToggleEvent) || !(event.target instanceof HTMLElement)) return
  const button = document.querySelector(`[popovertarget="${event.target.id}"]`)
  button?.setAttribute('aria-expanded', String(event.newState === 'open'))
}

/** Nobody confuses them on the phone (sql/004_leads.sql). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const tapCode = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => alphabet[byte % 31]).join('')

/** How often visitors call or write from which page: no person, and no query, which may hold what was typed. */
function onTap({ target }: Event): void {
  const link = target instanceof Element && target.closest('a[href^="tel:"], a[href^="https://wa.me/"]')
  if (!link) return
  const path = location.pathname
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('tel:')) beacon('/api/taps', { kind: 'call', path })
  else {
    beacon('/api/taps', { kind: 'whatsapp', path, code: tapCode, provenance: provenance() })
    // At the message's end: it joins what is written there to this page, the same one however often it is tapped.
    const said = encodeURIComponent(` (rif. ${tapCode})`)
    if (!href.endsWith(said)) link.setAttribute('href', href + said)
  }
}

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', onClick, true)
addEventListener('submit', onSubmit, true)
addEventListener('toggle', onToggle, true)
addEventListener('click', onTap, true)
mindConsent()
// A page that says nothing without the app.
if (document.querySelector('[data-app-now]')) load().catch(() => {})
