import { type Catalog, languageOf, type Translate } from '../../languages/translate.ts'
import { dialogHtml } from './dialogHtml.ts'
import { type Choice, type Consent, writeConsent } from './record.ts'

// Plain DOM instead of React, because the dialog appears before the app is loaded.

export type ConsentView = 'question' | 'choices'

const all: Choice = { analytics: true, marketing: true }
const necessaryOnly: Choice = { analytics: false, marketing: false }

let dialog: HTMLDialogElement | undefined
let t: Translate
/** Whether a choice was stored when the dialog opened. */
let hasRecord = false

/** `catalog` contains the messages of the page's language. */
export function openConsent(view: ConsentView, consent: Consent | null, catalog: Catalog): void {
  t ??= languageOf(document.documentElement.lang, catalog).t
  dialog ??= build()
  hasRecord = consent !== null
  const cross = dialog.querySelector('[data-action="leave"]')
  cross?.setAttribute('aria-label', t(hasRecord ? 'consent.closeUnchanged' : 'consent.closeNecessary'))
  setSwitch(dialog, 'analytics', consent?.analytics ?? false)
  setSwitch(dialog, 'marketing', consent?.marketing ?? false)
  show(dialog, view)
  if (!dialog.open) dialog.showModal()
  heading(dialog)?.focus()
}

export function closeConsent(): void {
  dialog?.close()
}

function build(): HTMLDialogElement {
  const holder = document.createElement('div')
  holder.innerHTML = dialogHtml(t)
  const made = holder.querySelector('dialog')
  if (!made) throw new Error('No dialog in dialogHtml')
  linkCall(made)
  made.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-action], a')
    if (!pressed) return
    const { action } = pressed.dataset
    if (action) act(made, action)
    // The visitor must be able to read the privacy notice before choosing.
    else if (pressed instanceof HTMLAnchorElement && pressed.pathname === location.pathname) made.close()
  })
  // The browser sends this event for Escape and for the back gesture of phones.
  made.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave(made)
  })
  document.body.append(made)
  return made
}

function act(shown: HTMLDialogElement, action: string): void {
  if (action === 'all') writeConsent(all)
  else if (action === 'necessary') writeConsent(necessaryOnly)
  else if (action === 'leave') leave(shown)
  else if (action === 'save')
    writeConsent({ analytics: isOn(shown, 'analytics'), marketing: isOn(shown, 'marketing') })
  else {
    show(shown, action === 'choices' ? 'choices' : 'question')
    heading(shown)?.focus()
  }
}

/** Closes the dialog. An earlier choice stays; without one, a refusal is stored. */
function leave(shown: HTMLDialogElement): void {
  if (hasRecord) shown.close()
  else writeConsent(necessaryOnly)
}

function show(shown: HTMLDialogElement, view: ConsentView): void {
  for (const part of shown.querySelectorAll<HTMLElement>('[data-view]'))
    part.hidden = part.dataset.view !== view
  shown.scrollTop = 0
}

const heading = (shown: HTMLDialogElement) => shown.querySelector('h2')

const switchOf = (shown: HTMLDialogElement, name: keyof Choice) =>
  shown.querySelector<HTMLInputElement>(`input[name="${name}"]`)

const isOn = (shown: HTMLDialogElement, name: keyof Choice) => switchOf(shown, name)?.checked ?? false

function setSwitch(shown: HTMLDialogElement, name: keyof Choice, isChecked: boolean): void {
  const input = switchOf(shown, name)
  if (input) input.checked = isChecked
}

function linkCall(made: HTMLDialogElement): void {
  for (const { href, textContent } of document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"]')) {
    const number = textContent.match(/\+?\d[\d ()./-]{5,}/)?.[0]
    const link = made.querySelector<HTMLAnchorElement>('[data-call]')
    if (!number || !link) continue
    link.href = href
    link.textContent = t('busy.call', { phone: number.trim() })
    return
  }
}
