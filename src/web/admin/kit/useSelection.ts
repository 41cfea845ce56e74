import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'

type Key = number | string

/** Chosen rows: the rows that the user checked, or all rows that match the filter. */
export interface Chosen {
  count: number
  /** Fields of a command whose contract uses `selectionOf`. */
  input: { ids: Key[] } | { filter: object; expected: number }
  clear: () => void
}

interface SelectionProps {
  /** Ids of the rows on this page. */
  keys: Key[]
  total: number
  filter: object
  isOn: boolean
}

/** The choice survives a change of page. A new filter clears the choice, so that no act changes an unlisted row. */
export function useSelection({ keys, total, filter, isOn }: SelectionProps) {
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(none)
  const [isAll, setAll] = useState(false)
  const anchor = useRef<Key>(undefined)
  const root = useRef<HTMLDivElement>(null)
  const name = JSON.stringify(filter)
  const [knownFilter, setKnownFilter] = useState(name)
  if (knownFilter !== name) {
    setKnownFilter(name)
    setChosen(none)
    setAll(false)
  }

  const count = isAll ? total : chosen.size
  // Deferred, because the bar with the acts takes longer to render than a frame, and must not delay the checkmark.
  const isBarShown = useDeferredValue(count > 0) && count > 0
  // Kept until the bar is shown, because the user may press Enter before.
  const [wantsActs, setWantsActs] = useState(false)
  useEffect(() => {
    if (!wantsActs || !isBarShown) return
    focusIn(root.current, '[data-bulk-bar] :is(select, input, button)')
    setWantsActs(false)
  }, [wantsActs, isBarShown])

  const set = (next: Iterable<Key>) => {
    setAll(false)
    setChosen(new Set(next))
  }
  const has = (key: Key) => isAll || chosen.has(key)

  /** Toggles a row. With `isRange`, all rows from the previously toggled row to this row get this row's new state. */
  function toggle(key: Key, isRange: boolean): void {
    const [from, to] = [keys.indexOf(anchor.current ?? key), keys.indexOf(key)]
    const touched = isRange && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
    const next = new Set(isAll ? keys : chosen)
    for (const one of touched)
      if (has(key)) next.delete(one)
      else next.add(one)
    anchor.current = key
    set(next)
  }

  function chooseAll(): void {
    setAll(true)
    setWantsActs(true)
  }

  function clear(): void {
    setWantsActs(false)
    anchor.current = undefined
    set(none)
    requestAnimationFrame(() => focusIn(root.current, 'thead input'))
  }

  /** Arrows move between checkboxes, and with Shift also choose. Enter moves to the acts, Escape clears the choice. */
  function onBoxKey(event: KeyboardEvent<HTMLInputElement>): void {
    const boxes = [...(root.current?.querySelectorAll<HTMLInputElement>('tbody input[data-choose]') ?? [])]
    const at = boxes.indexOf(event.currentTarget)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const [next, key] = [boxes[at + step], keys[at + step]]
    if (step !== 0) {
      event.preventDefault()
      if (!next || key === undefined) return
      next.focus()
      const here = keys[at]
      if (event.shiftKey)
        set(new Set([...(isAll ? keys : chosen), key, ...(here === undefined ? [] : [here])]))
      anchor.current = key
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setWantsActs(count > 0)
    } else if (event.key === 'Escape' && (isAll || chosen.size > 0)) {
      event.stopPropagation()
      clear()
    }
  }

  const onCtrlA = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey || total === 0)
      return
    if (event.target instanceof Element && event.target.closest(typing)) return
    event.preventDefault()
    chooseAll()
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', onCtrlA)
    return () => removeEventListener('keydown', onCtrlA)
  }, [isOn])

  const input = isAll ? { filter, expected: total } : { ids: [...chosen] }
  return {
    root,
    has,
    toggle,
    chooseAll,
    onBoxKey,
    isAll,
    isBarShown,
    chosen: { count, input, clear } satisfies Chosen,
    isPageChosen: keys.length > 0 && keys.every(has),
    togglePage: (isOn: boolean) =>
      set(isOn ? [...chosen, ...keys] : [...chosen].filter((key) => !keys.includes(key))),
  }
}

export type Selection = ReturnType<typeof useSelection>

const none: ReadonlySet<Key> = new Set()
/** Elements in which Ctrl+A keeps the browser's function, such as selecting the text of a field. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog'

function focusIn(root: HTMLElement | null, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus()
}
