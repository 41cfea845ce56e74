import { functionalUpdate, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'

type Key = number | string

/** Chosen rows: the rows that the user checked, or all rows that match the filter. */
export interface Chosen {
  count: number
  /** Fields of a command whose contract uses `selectionOf`. */
  input: { ids: Key[] } | { filter: object; expected: number }
  clear: () => void
}

interface ChosenProps {
  /** Ids of the rows on this page. */
  keys: Key[]
  total: number
  filter: object
}

/**
 * State of the chosen rows, which the table shows and changes. The choice survives a change of page. A new filter clears
 * the choice, so that no act changes an unlisted row.
 */
export function useChosen({ keys, total, filter }: ChosenProps) {
  const [checked, setChecked] = useState(none)
  const [isAll, setAll] = useState(false)
  const name = JSON.stringify(filter)
  const [knownFilter, setKnownFilter] = useState(name)
  if (knownFilter !== name) {
    setKnownFilter(name)
    setChecked(none)
    setAll(false)
  }
  const ids = keys.join('\n')
  const page = useMemo(() => Object.fromEntries(ids.split('\n').map((id) => [id, true as const])), [ids])
  const change: OnChangeFn<RowSelectionState> = (updater) => {
    setChecked((before) => functionalUpdate(updater, isAll ? page : before))
    setAll(false)
  }
  const asKey = (id: string): Key => (typeof keys[0] === 'number' ? Number(id) : id)
  return {
    rowSelection: isAll ? page : checked,
    change,
    isAll,
    chooseAll: () => setAll(true),
    count: isAll ? total : Object.keys(checked).length,
    input: isAll ? { filter, expected: total } : { ids: Object.keys(checked).map(asKey) },
  }
}

interface ChoosingProps {
  /** True if the list has checkboxes. */
  isOn: boolean
  /** True if the list has rows on any page. */
  hasRows: boolean
  check: (index: number) => void
  clear: () => void
}

/** Keys and focus of the checkboxes, and of the bar with the acts. */
export function useChoosing(
  { count, isAll, chooseAll, input }: ReturnType<typeof useChosen>,
  { isOn, hasRows, check, clear: uncheck }: ChoosingProps,
) {
  const root = useRef<HTMLDivElement>(null)
  // Deferred, because the bar with the acts takes longer to render than a frame, and must not delay the checkmark.
  const isBarShown = useDeferredValue(count > 0) && count > 0
  // Kept until the bar is shown, because the user may press Enter before.
  const [wantsActs, setWantsActs] = useState(false)
  useEffect(() => {
    if (!wantsActs || !isBarShown) return
    focusIn(root.current, '[data-bulk-bar] :is(select, input, button)')
    setWantsActs(false)
  }, [wantsActs, isBarShown])

  function chooseAllRows(): void {
    chooseAll()
    setWantsActs(true)
  }

  function clear(): void {
    setWantsActs(false)
    uncheck()
    requestAnimationFrame(() => focusIn(root.current, 'thead input'))
  }

  /** Arrows move between checkboxes, and with Shift also choose. Enter moves to the acts, Escape clears the choice. */
  function onBoxKey(event: KeyboardEvent<HTMLInputElement>): void {
    const boxes = [...(root.current?.querySelectorAll<HTMLInputElement>('tbody input[data-choose]') ?? [])]
    const at = boxes.indexOf(event.currentTarget)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = boxes[at + step]
      if (!next) return
      next.focus()
      if (event.shiftKey) for (const index of [at, at + step]) check(index)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setWantsActs(count > 0)
    } else if (event.key === 'Escape' && count > 0) {
      event.stopPropagation()
      clear()
    }
  }

  const onCtrlA = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.shiftKey || !hasRows)
      return
    if (event.target instanceof Element && event.target.closest(typing)) return
    event.preventDefault()
    chooseAllRows()
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', onCtrlA)
    return () => removeEventListener('keydown', onCtrlA)
  }, [isOn])

  const chosen: Chosen = { count, input, clear }
  return { root, onBoxKey: useStable(onBoxKey), isAll, isBarShown, chosen, chooseAll: chooseAllRows }
}

export type Selection = ReturnType<typeof useChoosing>

/** Returns a function that stays the same, so that choosing a row renders only the rows whose checkbox changes. */
function useStable<E>(fn: (event: E) => void): (event: E) => void {
  const latest = useRef(fn)
  useEffect(() => {
    latest.current = fn
  })
  return useMemo(() => (event: E) => latest.current(event), [])
}

const none: RowSelectionState = {}
/** Elements in which Ctrl+A keeps the browser's function, such as selecting the text of a field. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], dialog'

function focusIn(root: HTMLElement | null, selector: string): void {
  root?.querySelector<HTMLElement>(selector)?.focus()
}
