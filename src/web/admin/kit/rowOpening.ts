import type { MouseEvent } from 'react'

/** Attribute of the link to the thing that a row shows. A press beside the row's controls then follows this link. */
export const rowLink = { 'data-row-link': '' }

type TablePress = MouseEvent<HTMLTableElement>

const controls = 'a, button, input, select, textarea, label, summary, dialog, [contenteditable=true]'

function linkUnder({ target, currentTarget }: TablePress): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(controls)) return null
  const row = target.closest('tbody > tr')
  return row && currentTarget.contains(row) ? row.querySelector('a[data-row-link]') : null
}

/** The browser opens the tab in the background if Ctrl is held, as it does for a link. */
const openTab = ({ href }: HTMLAnchorElement) => void open(href, '_blank', 'noopener')

/** Handlers of a table whose rows open where they are pressed. The link in the row serves the keyboard. */
export const rowOpening = {
  onMouseDown(event: TablePress): void {
    // Otherwise the middle button begins to scroll.
    if (event.button === 1 && linkUnder(event)) event.preventDefault()
  },
  onClick(event: TablePress): void {
    const link = linkUnder(event)
    // A click also ends the selection of text by dragging.
    if (!link || getSelection()?.isCollapsed === false) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(link)
    else link.click()
  },
  onAuxClick(event: TablePress): void {
    const link = event.button === 1 ? linkUnder(event) : null
    if (link) openTab(link)
  },
}
