// A translator or an extension may change the elements before the app starts. React then discards them and renders the
// page again, which lacks what only the server renders and what the visitor has opened.

const kept = '[data-kept]'
/** Elements that can have the focus or be open, apart from those in kept parts, which stay the same elements. */
const controls = 'a, button, details, input, select, summary, textarea'

/** Returns the controls by keys that are the same in the new page, although others may have added controls to this one. */
function controlsIn(root: HTMLElement): Map<string, HTMLElement> {
  const counts = new Map<string, number>()
  const all = [...root.querySelectorAll<HTMLElement>(controls)].filter((one) => !one.closest(kept))
  return new Map(
    all.map((control) => {
      const kind = `${control.localName} ${control.getAttribute('name')}`
      const place = counts.get(kind) ?? 0
      counts.set(kind, place + 1)
      return [`${kind} ${place}`, control]
    }),
  )
}

/** Returns the kept parts that are in no other; the browser knows only these. */
const keptIn = (root: HTMLElement) => [...root.querySelectorAll(`${kept}:not(${kept} *)`)]

/**
 * Notes parts and states of the server's page. Returns a function to call when React has rendered: it moves them into the
 * new page and returns true, or returns false if React took over the server's elements.
 */
export function noteParts(root: HTMLElement): () => boolean {
  const first = root.firstElementChild
  const parts = keptIn(root)
  const before = controlsIn(root)
  const focused = document.activeElement
  // Safari before 17 does not know the selector.
  const popover = 'popover' in HTMLElement.prototype && root.querySelector(':popover-open')?.id
  return () => {
    if (root.firstElementChild === first) return false
    for (const [index, part] of keptIn(root).entries()) part.append(...(parts[index]?.childNodes ?? []))
    const after = controlsIn(root)
    for (const [key, control] of before) {
      const same = after.get(key)
      if (control instanceof HTMLDetailsElement && same instanceof HTMLDetailsElement)
        same.open = control.open
      if (control === focused) same?.focus({ preventScroll: true })
    }
    // An element that moves loses the focus.
    if (focused instanceof HTMLElement && focused.closest(kept)) focused.focus({ preventScroll: true })
    if (popover) document.getElementById(popover)?.showPopover()
    return true
  }
}
