import { fadeMs } from '../ui/fade.ts'
import { type Choice, type Consent, writeConsent } from './record.ts'

// Plain DOM instead of React, because the dialog opens before the app is loaded.

export type ConsentView = 'question' | 'choices'

const all: Choice = { analytics: true, marketing: true }
const necessaryOnly: Choice = { analytics: false, marketing: false }

let dialog: HTMLDialogElement | undefined
/** Whether a choice was stored when the dialog opened. */
let hasRecord = false
/** Set while the dialog fades. */
let closing: ReturnType<typeof setTimeout> | undefined

export function openConsent(view: ConsentView, consent: Consent | null): void {
  dialog ??= build()
  hasRecord = consent !== null
  const cross = dialog.querySelector<HTMLElement>('[data-action="leave"]')
  const label = hasRecord ? cross?.dataset.unchanged : cross?.dataset.necessary
  cross?.setAttribute('aria-label', label ?? '')
  setSwitch(dialog, 'analytics', consent?.analytics ?? false)
  setSwitch(dialog, 'marketing', consent?.marketing ?? false)
  show(dialog, view)
  endFade()
  if (!dialog.open) dialog.showModal()
  heading(dialog)?.focus()
}

/**
 * Frees the page at once, so that it takes what the visitor types, and fades the dialog above it. Meanwhile the dialog
 * ignores presses, which would replace the choice, and keeps the second press of a double click from the page.
 */
export function closeConsent(): void {
  if (!dialog?.open || closing) return
  dialog.close()
  setFading(dialog, true)
  // Not `show`, which would move the focus.
  dialog.setAttribute('open', '')
  closing = setTimeout(endFade, fadeMs)
}

function endFade(): void {
  if (!dialog || !closing) return
  clearTimeout(closing)
  closing = undefined
  setFading(dialog, false)
  dialog.close()
}

function setFading(shown: HTMLDialogElement, isFading: boolean): void {
  shown.style.opacity = isFading ? '0' : ''
  for (const part of shown.children) part.toggleAttribute('inert', isFading)
}

function build(): HTMLDialogElement {
  const made = document.querySelector<HTMLDialogElement>('[data-consent-dialog]')
  if (!made) throw new Error('The document has no consent dialog')
  made.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-action], a')
    if (!pressed) return
    const { action } = pressed.dataset
    if (action) act(made, action)
    // On the page of the privacy notice the link loads no other page, so the dialog closes to show the notice.
    else if (pressed instanceof HTMLAnchorElement && pressed.pathname === location.pathname) closeConsent()
  })
  // Before `cancel`, because after it Chromium closes the dialog at once.
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    leave()
  })
  // The browser sends this event for the back gesture of phones.
  made.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  return made
}

function act(shown: HTMLDialogElement, action: string): void {
  if (action === 'all') writeConsent(all)
  else if (action === 'necessary') writeConsent(necessaryOnly)
  else if (action === 'leave') leave()
  else if (action === 'save')
    writeConsent({ analytics: isOn(shown, 'analytics'), marketing: isOn(shown, 'marketing') })
  else {
    show(shown, action === 'choices' ? 'choices' : 'question')
    heading(shown)?.focus()
  }
}

/** Closes the dialog. Stores a refusal if no choice was stored when the dialog opened. */
function leave(): void {
  if (closing) return
  if (hasRecord) closeConsent()
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
