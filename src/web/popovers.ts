// The menu and the list of contacts are popovers, which browsers open without JavaScript. This file keeps
// `aria-expanded` of their buttons up to date, and opens the lists where the browser does not know popovers (Safari
// before 17); styles.css hides the closed lists there.

const buttonOf = ({ id }: Element) => document.querySelector(`[popovertarget="${id}"]`)

function onToggle({ target }: Event): void {
  if (!(target instanceof Element) || !target.matches('[popover]')) return
  buttonOf(target)?.setAttribute('aria-expanded', String(target.matches(':popover-open')))
}

/** Opens the list of the pressed button and closes every other one, but not the list in which somebody pressed. */
function onClick({ target }: Event): void {
  if (!(target instanceof Element)) return
  const pressed = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  for (const list of document.querySelectorAll('[popover]')) {
    const isInside = list.contains(target) && !target.closest('a')
    if (!isInside) open(list, list.id === pressed && !list.hasAttribute('data-open'))
  }
}

function onKey({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  for (const list of document.querySelectorAll('[popover][data-open]')) {
    open(list, false)
    if (list.contains(document.activeElement)) (buttonOf(list) as HTMLElement | null)?.focus()
  }
}

function open(list: Element, isOpen: boolean): void {
  list.toggleAttribute('data-open', isOpen)
  buttonOf(list)?.setAttribute('aria-expanded', String(isOpen))
}

export function mindPopovers(): void {
  if ('popover' in HTMLElement.prototype) addEventListener('toggle', onToggle, true)
  else {
    addEventListener('click', onClick)
    addEventListener('keydown', onKey)
  }
}
