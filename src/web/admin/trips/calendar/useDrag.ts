import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** Pixels that the pointer moves before a press becomes a drag. */
const slackPx = 6

interface Drag<T> {
  item: T
  x: number
  y: number
  /** Value of `data-drop` under the pointer; null outside of all targets. */
  over: string | null
}

export interface Drop {
  /** Value of `data-drop` of the target. */
  key: string
  target: Element
  /** Position of the dragged element's upper edge in the window, in pixels. */
  top: number
}

/** Drags with mouse, pen or finger onto elements with `data-drop`. Escape ends a drag without a drop. */
export function useDrag<T>(onDrop: (item: T, drop: Drop) => void) {
  const [drag, setDrag] = useState<Drag<T> | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  // A drop calls `onDrop` of the latest render, not of the render in which the drag began.
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })

  function start(event: ReactPointerEvent, item: T): void {
    if (event.button !== 0) return
    const { pointerId, clientX, clientY } = event
    const grip = clientY - event.currentTarget.getBoundingClientRect().top
    let isDragging = false

    const onMove = (move: PointerEvent) => {
      if (move.pointerId !== pointerId) return
      isDragging ||= Math.hypot(move.clientX - clientX, move.clientY - clientY) > slackPx
      if (isDragging) setDrag({ item, x: move.clientX, y: move.clientY, over: keyOf(targetAt(move)) })
    }
    const onUp = (up: PointerEvent) => {
      if (up.pointerId !== pointerId) return
      end()
      if (!isDragging) return
      ignoreClick()
      const target = targetAt(up)
      const key = keyOf(target)
      if (target && key !== null) latest.current(item, { key, target, top: up.clientY - grip })
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') end()
    }
    const listeners = new AbortController()
    const end = () => {
      listeners.abort()
      setDrag(null)
    }
    stop.current = () => listeners.abort()
    const { signal } = listeners
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', onKey, { signal })
  }

  return { drag, start }
}

const targetAt = ({ clientX, clientY }: PointerEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest('[data-drop]') ?? null

const keyOf = (target: Element | null) => target?.getAttribute('data-drop') ?? null

/** Ignores the click that follows a drag which ends on the dragged element. */
function ignoreClick(): void {
  const options = { capture: true, once: true }
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', ignore, options)
  setTimeout(() => removeEventListener('click', ignore, options))
}
