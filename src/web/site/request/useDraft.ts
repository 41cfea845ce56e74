import { type RefObject, useLayoutEffect, useState } from 'react'
import { isObject, session } from '../../storage.ts'

export interface Draft {
  /** Returns the idempotency key of the draft: all attempts to send it have the same key. */
  key(): string
  /** Makes the next attempt a request of its own. */
  renewKey(): void
  /** Returns whether somebody has tried to send the draft. */
  isTried(): boolean
  forget(): void
}

interface DraftOptions {
  form: RefObject<HTMLFormElement | null>
  /** Key in the session storage. */
  name: string
  /** Idempotency key of a form that the server shows again. */
  sentKey?: string | undefined
}

/** Keeps typed text and its idempotency key across reloads and closed dialogs, until `forget` or the tab is closed. */
export function useDraft({ form, name, sentKey = '' }: DraftOptions): Draft {
  const [draft] = useState(() => draftOf(form, name, sentKey))
  // Restores the draft before the first paint, so that no empty form appears.
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    draft.restore(element)
    // Saves text typed before hydration, because no `input` event reports this text here.
    if (isTyped(element)) draft.save()
    element.addEventListener('input', draft.save)
    return () => element.removeEventListener('input', draft.save)
  }, [form, draft])
  return draft
}

function draftOf(form: DraftOptions['form'], name: string, sentKey: string) {
  let key = sentKey

  function save(): void {
    if (!form.current) return
    const {
      website: _,
      privacyAccepted: __,
      ...typed
    } = Object.fromEntries(new FormData(form.current)) as Record<string, string>
    session.keep(name, JSON.stringify({ ...typed, key }))
  }

  return {
    save,
    restore(element: HTMLFormElement): void {
      const draft = session.json(name)
      for (const [field, value] of Object.entries(isObject(draft) ? draft : {}))
        if (typeof value !== 'string') continue
        else if (field === 'key') key ||= value
        else fill(element.elements.namedItem(field), value)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    },
    key(): string {
      key ||= randomKey()
      save()
      return key
    },
    renewKey(): void {
      key = ''
    },
    isTried: () => key !== '',
    forget(): void {
      key = ''
      session.forget(name)
    },
  }
}

function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.type !== 'checkbox' &&
      field.value !== field.defaultValue,
  )
}

function fill(field: Element | RadioNodeList | null, value: string): void {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if ((isText || field instanceof HTMLSelectElement) && field.value === '') field.value = value
}

/** `crypto.randomUUID` is missing when a phone opens a development machine by IP address, which is no secure origin. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
