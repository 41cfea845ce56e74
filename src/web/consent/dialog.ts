import { type Choice, type Consent, writeConsent } from './record.ts'

// Plain DOM instead of React, because the dialog opens before the app is loaded.

export type ConsentView = 'question' | 'choices'

const all: Choice = { analytics: true, marketing: true }
const necessaryOnly: Choice = { analytics: false, marketing: false }

let dialog: HTMLDialogElement | undefined
/** Whether a choice was stored when the dialog opened. */
let hasRecord = false

export function openConsent(view: ConsentView, consent: Consent | null): void {
  dialog ??= build()
  hasRecord = consent !== null
  const cross = dialog.querySelector<HTMLElement>('[data-action="leave"]')
  const label = hasRecord ? cross?.dataset.unchanged : cross?.dataset.necessary
  cross?.setAttribute('aria-label', label ?? '')
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
  const made = document.querySelector<HTMLDialogElement>('[data-consent-dialog]')
  if (!made) throw new Error('The document has no consent dialog')
  made.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('[data-action], a')
    if (!pressed) return
    const { action } = pressed.dataset
    if (action) act(made, action)
    // On the page of the privacy notice the link loads no other page, so the dialog closes to show the notice.
    else if (pressed instanceof HTMLAnchorElement && pressed.pathname === location.pathname) made.close()
  })
  // The browser sends this event for Escape and for the back gesture of phones.
  made.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave(made)
  })
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

/** Closes the dialog. Stores a refusal if no choice was stored when the dialog opened. */
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
