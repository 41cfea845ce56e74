/**
 * Returns whether staff or visitors can see the error of a field: at a visible field that is marked as invalid, or in a
 * visible element with `data-error`. A list such as `aliases.en` also shows the errors of its items.
 */
export function showsError(form: ParentNode, path: string): boolean {
  const list = path.replace(/\.\d+$/, '')
  return invalidIn(form).some((element) => {
    const name = element.dataset.error ?? element.getAttribute('name')
    return (name === path || name === list) && isVisible(element)
  })
}

/** Focuses the first field whose error the form shows. */
export function focusInvalid(form: ParentNode): void {
  const first = invalidIn(form).find(isVisible)
  const group = first?.dataset.error
  const field = group ? form.querySelector<HTMLElement>(`[name="${CSS.escape(group)}"]`) : first
  field?.focus()
}

const invalidIn = (form: ParentNode) => [
  ...form.querySelectorAll<HTMLElement>('[aria-invalid=true], [data-error]'),
]

/** An element in a closed `details` has a size in some browsers. */
const isVisible = (element: Element) =>
  element.getClientRects().length > 0 && element.closest('details:not([open])') === null
