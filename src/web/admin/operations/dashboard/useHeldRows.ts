import { useEffect, useRef, useState } from 'react'

/** While `isHeld`, rows stay in place: a removed row keeps its last values, and `fresh` counts the new rows. */
export function useHeldRows<T>(rows: T[], idOf: (row: T) => string, isHeld: boolean) {
  const current = rows.map(idOf)
  const [ids, setIds] = useState(current)
  const isSame = ids.join(' ') === current.join(' ')
  if (!isSame && !isHeld) setIds(current)
  const last = useRef(new Map<string, T>())
  useEffect(() => {
    for (const row of rows) last.current.set(idOf(row), row)
  }, [rows, idOf])
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return {
    shown: ids.flatMap((id) => {
      const row = byId.get(id) ?? last.current.get(id)
      return row === undefined ? [] : [{ id, row, isGone: !byId.has(id) }]
    }),
    fresh: current.filter((id) => !ids.includes(id)).length,
    isOld: !isSame,
    take: () => setIds(current),
  }
}
