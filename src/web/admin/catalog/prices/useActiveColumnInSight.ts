import { type RefObject, useLayoutEffect } from 'react'
import { cellId } from './GridRow.tsx'

/** Scrolls the grid until the sticky first column no longer covers the active cell. */
export function useActiveColumnInSight(
  grid: RefObject<HTMLDivElement | null>,
  { row, column, columns }: { row: number; column: number; columns: string },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another cell or other columns need scrolling
  useLayoutEffect(() => {
    const box = grid.current
    const cell = box?.querySelector<HTMLElement>(`#${cellId(row, column)}`)
    if (!box || !cell || column === 0) return
    const first = box.querySelector<HTMLElement>('[role=columnheader]')?.offsetWidth ?? 0
    const end = cell.offsetLeft + cell.offsetWidth
    if (cell.offsetLeft < box.scrollLeft + first) box.scrollLeft = cell.offsetLeft - first
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth
  }, [row, column, columns])
}
