import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

/** Attributes of the `tr` of a row. */
export interface RowProps {
  ref: (element: HTMLElement | null) => void
  'data-index': number
  'aria-rowindex': number
}

interface VirtualTableProps<T> {
  label: string
  rows: T[]
  rowId: (row: T) => number
  rowHeight: number
  /** Cells of the header. */
  head: ReactNode
  renderRow: (row: T, props: RowProps) => ReactNode
  empty: string
}

/** Table whose rows staff edit in place. Renders only the visible rows, because there can be thousands. */
export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { label, rows, rowId, rowHeight, head, renderRow, empty } = props
  const box = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowId(row)
    },
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
      tabIndex={0}
      aria-label={label}
      className="max-h-[60vh] overflow-auto overscroll-contain rounded-field border border-line bg-white"
    >
      <table aria-rowcount={rows.length + 1} className="w-full min-w-[44rem] border-collapse text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 z-2 bg-stone text-left">
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <tbody className="figures">
          <tr style={{ height: items[0]?.start ?? 0 }} />
          {items.map(({ index }) => {
            const row = rows[index]
            const own = { ref: virtualizer.measureElement, 'data-index': index, 'aria-rowindex': index + 2 }
            return row !== undefined && renderRow(row, own)
          })}
          <tr style={{ height: below }} />
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">{empty}</p>}
    </section>
  )
}
