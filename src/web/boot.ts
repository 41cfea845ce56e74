import type { Catalog } from '../languages/translate.ts'
import { mindConsent } from './consent/consent.ts'
import { beacon } from './consent/record.ts'
import { provenance } from './consent/visit.ts'
import { mindLanguage } from './offer.ts'
import { pageLanguage } from './ownPage.ts'
import { mindPopovers } from './popovers.ts'
import { mindPress, released } from './ui/press.ts'

// The script with which a page starts. It loads the app at the visitor's first interaction, and holds clicks and
// submits that need the app. If the app fails, the page works as without JavaScript.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
const patienceMs = 10_000
/** The messages of each language are in a separate file, so that a page loads only the messages of its language. */
const catalogs = import.meta.glob<{ default: Catalog }>('../languages/*.json')
const { dataset } = document.documentElement
let app: Promise<void> | undefined
let isReady = false
/** True after the app failed and the server's page was restored. */
let isPlain = false
/** Form whose submit waits for the app; a second press must not submit it again. */
let heldForm: HTMLFormElement | null = null

async function start(): Promise<void> {
  const [{ hydrate }, { default: catalog }] = await Promise.all([
    import('./site/shell/app.tsx'),
    catalogs[`../languages/${pageLanguage()}.json`]?.() ?? { default: {} },
  ])
  // React replaces the elements that others have changed.
  await released()
  const root = document.getElementById('app')
  if (!root) return
  const html = root.innerHTML
  for (const field of root.querySelectorAll<Field>('input, select, textarea')) keepTyped(field)
  await hydrate(root, catalog, {
    onNewFields: () => fillIn(root),
    onCrash: () => putBack(root, html),
  })
  isReady = !isPlain
  if (!isReady) return
  delete dataset.changed
  delete dataset.failed
  // Tests and scripts wait for `data-ready`.
  dataset.ready = ''
}

/** Restores the server's page and the typed values. */
function putBack(root: HTMLElement, html: string): void {
  isReady = false
  delete dataset.ready
  isPlain = true
  root.innerHTML = html
  dataset.plain = ''
  for (const element of root.querySelectorAll('noscript')) element.outerHTML = element.textContent ?? ''
  fillIn(root)
  markChanged()
}

/** Writes what the visitor has typed and chosen into the fields of a restored page. */
function fillIn(root: HTMLElement): void {
  for (const field of root.querySelectorAll<Field>('input, select, textarea'))
    Object.assign(field, typed.get(fieldKey(field)))
}

const typed = new Map<string, { value: string; checked?: boolean }>()

/** Radio buttons of one name differ in their value, which nobody types. */
const fieldKey = ({ form, name, type, value }: Field) =>
  `${form?.getAttribute('action')} ${name} ${type === 'radio' ? value : ''}`

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
  if (!isField) return
  keepTyped(target)
  markChanged()
  // Autofill and voice control change a field without an event of `signs`.
  if (target.closest('#app')) load().catch(() => {})
}

function load(): Promise<void> {
  for (const sign of signs) removeEventListener(sign, wake, true)
  app ??= start().catch((error: unknown) => {
    // Links and plain forms work without the app. The next click or submit that needs the app loads the app
    // again.
    app = undefined
    dataset.failed = ''
    throw error
  })
  return app
}

function wake(event: Event): void {
  // A press in the consent dialog must not wait for the app, which is loaded when the dialog closes.
  if (event.target instanceof Element && event.target.closest('dialog')) return
  // Browsers also send `pointermove`, without movement, if a page appears under a resting pointer.
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
    return
  load().catch(() => {})
}

/** Returns whether the field's value differs from the value in the server's page. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        [...field.options].findIndex((one) => one.defaultSelected),
        0,
      )
    )
  // A checkbox without a `value` attribute has the value `on` but an empty default value, so `checked` is compared.
  return field.type === 'checkbox' || field.type === 'radio'
    ? 'checked' in field && field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

/** Fields on which a price depends. A vehicle is chosen among prices, so it is no such field. */
const fareNames = [
  ...['departure', 'departureTown', 'destination', 'destinationTown'],
  ...['giorno', 'ar', 'ritorno', 'passeggeri', 'bagagli'],
  ...['date', 'time', 'passengers', 'luggage', 'returnTrip', 'returnDate'],
]

const fieldsInApp = () => [...document.querySelectorAll<Field>('#app :is(input, select, textarea)')]

/** Hides the server's prices (styles.css) while the app does not run and the fields have other values than the server's. */
function markChanged(): void {
  const hasChanged = fieldsInApp().some((field) => fareNames.includes(field.name) && isChanged(field))
  document.documentElement.toggleAttribute('data-changed', !isReady && hasChanged)
}

/** Loads the app if a field was changed or focused before this script ran: the page's price may be outdated. */
function loadIfTouched(): void {
  markChanged()
  if (fieldsInApp().some((field) => field === document.activeElement || isChanged(field)))
    load().catch(() => {})
}

/** Holds an event for the app. Then calls `again` if the app is ready, `otherwise` after a failure or 10 s. */
async function hold(event: Event, again: () => void, otherwise: () => void): Promise<void> {
  event.preventDefault()
  event.stopPropagation()
  // React owns everything inside the root, so the mark is on the document element.
  dataset.waiting = ''
  const tooLong = new Promise((_, reject) => setTimeout(reject, patienceMs))
  await Promise.race([load(), tooLong]).catch(() => {})
  // Repeats held events in separate tasks, so that the app renders the result of one event before the next.
  if (isReady) setTimeout(again)
  else otherwise()
  delete dataset.waiting
}

/** Returns a function that finds the element again, which React or `putBack` may have replaced. */
function sameOf<E extends HTMLElement>(element: E, selector: string): () => E | undefined {
  const all = () => [...document.querySelectorAll<E>(selector)]
  const place = all().indexOf(element)
  return () => all()[place]
}

/** Repeats the click when the app is ready. If the app fails, shows the whole form or opens a plain page. */
function onClick(event: Event): void {
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('button[data-app]')
  if (isReady || isPlain || !button) return
  const bar = document.querySelector<HTMLElement>('button[data-app^="/"]')
  const plainPath = button.dataset.app || bar?.dataset.app || '/richiesta/'
  const same = sameOf(button, 'button[data-app]')
  void hold(
    event,
    () => same()?.click(),
    () => {
      if (button instanceof HTMLButtonElement && button.form) dataset.plain = ''
      else location.assign(plainPath)
    },
  )
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target
  if (isReady || isPlain || !(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return
  if (form === heldForm) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  heldForm = form
  const same = sameOf(form, 'form[data-app]')
  const button = event.submitter && sameOf(event.submitter, 'form[data-app] [type=submit]')
  void hold(
    event,
    () => same()?.requestSubmit(button?.()),
    () => same()?.submit(),
  ).finally(() => {
    heldForm = null
  })
}

/** Closes the language switch on Escape, because the browser does not, and moves the focus to the switch. */
function onKey({ key }: KeyboardEvent): void {
  const open = key === 'Escape' && document.querySelector<HTMLDetailsElement>('header details[open]')
  if (!open) return
  open.open = false
  open.querySelector('summary')?.focus()
}

/** Characters that are not confused on the phone (sql/004_leads.sql). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const tapCode = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => alphabet[byte % 31]).join('')

/** Reports a tap on a phone or WhatsApp link, without the page's query string, which may contain typed text. */
function onTap({ target }: Event): void {
  const link = target instanceof Element && target.closest('a[href^="tel:"], a[href^="https://wa.me/"]')
  if (!link) return
  const path = location.pathname
  const href = link.getAttribute('href') ?? ''
  if (href.startsWith('tel:')) beacon('/api/taps', { kind: 'call', path })
  else {
    beacon('/api/taps', { kind: 'whatsapp', path, code: tapCode, provenance: provenance() })
    // Adds the code to the visitor's message, so that staff find the page. All taps on one page have the same code.
    const said = encodeURIComponent(` (rif. ${tapCode})`)
    if (!href.endsWith(said)) link.setAttribute('href', href + said)
  }
}

mindPress()
for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
// The event does not bubble. The cookie dialog fades after its first event, and the app is loaded after the fade, whose
// press it would delay.
addEventListener(
  'close',
  ({ target }) => {
    if (target instanceof HTMLDialogElement && !target.open) load().catch(() => {})
  },
  true,
)
addEventListener('click', onClick, true)
addEventListener('submit', onSubmit, true)
addEventListener('input', onInput, true)
addEventListener('keydown', onKey)
addEventListener('click', onTap, true)
// After a step back in the history, browsers restore the values of fields before this event.
addEventListener('pageshow', loadIfTouched)
mindConsent()
mindLanguage()
mindPopovers()
loadIfTouched()
// A page with `data-app-now` shows nothing before the app runs, and only the app shows a confirmation again after a reload
// (sentHere.ts), so their app is loaded at once.
if (document.querySelector('[data-app-now]') || history.state?.sent) load().catch(() => {})
