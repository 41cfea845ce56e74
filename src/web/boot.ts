import './styles.css'
import { mindConsent } from './consent/consent.ts'
import { beacon } from './consent/record.ts'
import { provenance } from './consent/visit.ts'

// The only script of a page until the visitor interacts. It loads the app at the first interaction and delays clicks
// and submits until the app is ready. If the app cannot load or fails, the page works as it does without JavaScript.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
const patienceMs = 10_000
const { dataset } = document.documentElement
let app: Promise<void> | undefined
let isReady = false
/** True after the app failed and the server's page is shown again. */
let isPlain = false
/** The form whose submit waits for the app, stored so that a second press does not submit it twice. */
let heldForm: HTMLFormElement | null = null

async function start(): Promise<void> {
  const { hydrate } = await import('./site/app.tsx')
  const root = document.getElementById('app')
  if (!root) return
  const html = root.innerHTML
  for (const field of root.querySelectorAll<Field>('input, select, textarea')) keepTyped(field)
  await hydrate(root, () => putBack(root, html))
  isReady = !isPlain
  // Tests and scripts that drive the page wait for `data-ready`.
  if (isReady) dataset.ready = ''
}

/** Restores the server's page and the values that the visitor typed. */
function putBack(root: HTMLElement, html: string): void {
  isReady = false
  delete dataset.ready
  isPlain = true
  root.innerHTML = html
  dataset.plain = ''
  for (const element of root.querySelectorAll('noscript')) element.outerHTML = element.textContent ?? ''
  for (const field of root.querySelectorAll<Field>('input, select, textarea'))
    Object.assign(field, typed.get(fieldKey(field)))
}

/** Values that the visitor typed, by form and field name. */
const typed = new Map<string, { value: string; checked?: boolean }>()

const fieldKey = ({ form, name }: Field) => `${form?.getAttribute('action')} ${name}`

function keepTyped(field: Field): void {
  const { value } = field
  typed.set(
    fieldKey(field),
    field instanceof HTMLInputElement ? { value, checked: field.checked } : { value },
  )
}

function onInput({ target }: Event): void {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  if (isField) keepTyped(target)
}

function load(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, wake, true)
  app ??= start()
  return app
}

function wake(event: Event): void {
  // The consent dialog focuses itself when it appears, so this event is no interaction of the visitor.
  if (event.type === 'focusin' && event.target instanceof Element && event.target.closest('dialog')) return
  // Browsers also send this event for a resting pointer when a page appears under it; its movement is then 0.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  load().catch(() => {
    // Links and plain forms work without the app. The next click or submit that needs the app loads it again.
    app = undefined
  })
}

/**
 * Stops an event that only the app can handle, and calls `again` when the app is ready. Calls `otherwise` if the app is
 * not ready after ten seconds.
 */
async function hold(event: Event, again: () => void, otherwise: () => void): Promise<void> {
  event.preventDefault()
  event.stopPropagation()
  // The mark is set on the document element, because React owns everything inside the root.
  dataset.waiting = ''
  const tooLong = new Promise((_, reject) => setTimeout(reject, patienceMs))
  await Promise.race([load(), tooLong]).catch(() => {})
  // Each event is repeated in its own task, so that the app has rendered the previous event.
  if (isReady) setTimeout(again)
  else otherwise()
  delete dataset.waiting
}

/**
 * Repeats a click on a button that needs the app. If the app fails, opens the page that does the same without
 * JavaScript.
 */
function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[data-app]')
  if (isReady || isPlain || !button) return
  const bar = document.querySelector<HTMLElement>('button[data-app^="/richiesta/"]')
  const plainPath = button.dataset.app || bar?.dataset.app || '/richiesta/'
  void hold(
    event,
    () => button.click(),
    // A step of a form becomes the whole form, which the browser can send.
    () => {
      if (button instanceof HTMLButtonElement && button.form) dataset.plain = ''
      else location.assign(plainPath)
    },
  )
}

function onSubmit(event: Event): void {
  const form = event.target
  if (isReady || isPlain || !(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return
  if (form === heldForm) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  heldForm = form
  void hold(
    event,
    () => form.requestSubmit(),
    // The form is searched again, because `putBack` may have replaced the original form.
    () =>
      [...document.forms].find((one) => one.getAttribute('action') === form.getAttribute('action'))?.submit(),
  ).finally(() => {
    heldForm = null
  })
}

/** Updates `aria-expanded`, because the browser opens the popover menu without changing the button. */
function onToggle(event: Event): void {
  if (!(event instanceof ToggleEvent) || !(event.target instanceof HTMLElement)) return
  const button = document.querySelector(`[popovertarget="${event.target.id}"]`)
  button?.setAttribute('aria-expanded', String(event.newState === 'open'))
}

/** Characters that are not confused on the phone (sql/004_leads.sql). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const tapCode = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => alphabet[byte % 31]).join('')

/**
 * Counts taps on call and WhatsApp links per page. The path is sent without the query string, which may contain typed
 * text.
 */
function onTap({ target }: Event): void {
  const link = target instanceof Element && target.closest('a[href^="tel:"], a[href^="https://wa.me/"]')
  if (!link) return
  const path = location.pathname
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('tel:')) beacon('/api/taps', { kind: 'call', path })
  else {
    beacon('/api/taps', { kind: 'whatsapp', path, code: tapCode, provenance: provenance() })
    // The code at the end of the message links the conversation to this page; all taps send the same code.
    const said = encodeURIComponent(` (rif. ${tapCode})`)
    if (!href.endsWith(said)) link.setAttribute('href', href + said)
  }
}

for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', onClick, true)
addEventListener('submit', onSubmit, true)
addEventListener('input', onInput, true)
addEventListener('toggle', onToggle, true)
addEventListener('click', onTap, true)
mindConsent()
// A page with this attribute shows nothing before the app runs, so the app loads immediately.
if (document.querySelector('[data-app-now]')) load().catch(() => {})
