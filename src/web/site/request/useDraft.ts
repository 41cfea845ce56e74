import { type RefObject, useLayoutEffect } from 'react'
import { isObject, session } from '../../storage.ts'

/** Keeps typed text across reloads and closed dialogs, until `forget` is called or the tab is closed. */
export function useDraft(form: RefObject<HTMLFormElement | null>, key: string) {
  // Restores the draft before the first paint, so that no empty form appears.
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    restore(element, key)
    const save = () => {
      const { website: _, privacyAccepted: __, ...typed } = Object.fromEntries(new FormData(element))
      session.keep(key, JSON.stringify(typed))
    }
    // Saves text typed before hydration, because no `input` event reports this text here.
    if (isTyped(element)) save()
    element.addEventListener('input', save)
    return () => element.removeEventListener('input', save)
  }, [form, key])

  return { forget: () => session.forget(key) }
}

function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.type !== 'checkbox' &&
      field.value !== field.defaultValue,
  )
}

function restore(form: HTMLFormElement, key: string): void {
  const draft = session.json(key)
  for (const [name, value] of Object.entries(isObject(draft) ? draft : {})) {
    if (typeof value !== 'string') continue
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if ((isText || field instanceof HTMLSelectElement) && field.value === '') field.value = value
  }
  form.dispatchEvent(new Event('input', { bubbles: true }))
}
