import { useEffect, useRef, useState } from 'react'
import type { Origin } from './liveQueries.ts'

interface Options {
  /** True while rows must stay in place. */
  isHeld: boolean
  /** False if the first rows of an empty list move nothing. */
  isEmptyHeld?: boolean
  /** Origin of the rows. Rows of another origin are shown at once, because the user has asked for them. */
  origin?: Origin | undefined
  /** Number of rows on all pages. */
  total?: number
  /** True if further pages follow: then a new row moves the last row of this page to the next one. */
  hasNextPage?: boolean
}

interface Held {
  /** Ids of the shown rows. */
  ids: string[]
  /** Ids of the rows that came since, which a button shows. */
  waiting: string[]
  /** Number of rows on all pages without those that came since. */
  known: number
  origin: Origin | undefined
}

/**
 * While `isHeld`, rows stay in place and only their values change. A removed row keeps its last values, `fresh` counts the
 * rows that came, and `take` shows the current rows.
 */
export function useHeldRows<T>(rows: T[], idOf: (row: T) => number | string, options: Options) {
  const { total = rows.length, hasNextPage = false, isEmptyHeld = true } = options
  const current = rows.map((row) => String(idOf(row)))
  const taken = { ids: current, waiting: [], known: total, origin: options.origin }
  const [held, setHeld] = useState<Held>(taken)
  const next = nextOf(held, taken, options.isHeld && (isEmptyHeld || held.ids.length > 0))
  if (next !== held) setHeld(next)

  const byId = new Map(rows.map((row, index) => [current[index], row]))
  const last = useRef(byId)
  const shown = next.ids.flatMap((id) => {
    const row = byId.get(id) ?? last.current.get(id)
    return row === undefined ? [] : [{ id, row, isMissing: !byId.has(id) }]
  })
  useEffect(() => {
    last.current = new Map(shown.map(({ id, row }) => [id, row]))
  })
  const lastThere = shown.findLastIndex(({ isMissing }) => !isMissing)
  return {
    // The last rows of a page may have moved to the next page.
    shown: shown.map(({ id, row, isMissing }, index) => ({
      id,
      row,
      isGone: isMissing && (!hasNextPage || index < lastThere),
    })),
    fresh: Math.max(cameOf(next, current, hasNextPage), total - next.known),
    isOld: !isSame(next.ids, current),
    take: () => setHeld(taken),
  }
}

function nextOf(held: Held, taken: Held, isHeld: boolean): Held {
  if (taken.origin !== held.origin) {
    // After an own save, the rows that waited before go on waiting.
    const isSameList = taken.origin?.query === held.origin?.query
    const waiting = isSameList ? held.waiting.filter((id) => taken.ids.includes(id)) : []
    const ids = taken.ids.filter((id) => !waiting.includes(id))
    if (waiting.length === 0 || ids.length === 0) return taken
    return { ...taken, ids, waiting, known: taken.known - waiting.length }
  }
  if (!isHeld || isSame(held.ids, taken.ids))
    return isSame(held.ids, taken.ids) && held.waiting.length === 0 && held.known === taken.known
      ? held
      : taken
  const known = new Set(held.ids)
  const waiting = taken.ids.filter((id) => !known.has(id))
  return isSame(waiting, held.waiting) ? held : { ...held, waiting }
}

/** Counts the rows that came. Rows at the end of a full page may have moved there from the next page. */
function cameOf({ ids, waiting }: Held, current: string[], hasNextPage: boolean): number {
  if (!hasNextPage) return waiting.length
  const lastThere = current.findLastIndex((id) => ids.includes(id))
  return waiting.filter((id) => current.indexOf(id) < lastThere).length
}

const isSame = (one: string[], other: string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index])
