import type { ReactNode } from 'react'

interface FigureTableProps {
  caption: string
  /** True if only screen readers read the caption. */
  isCaptionHidden?: boolean
  head: readonly string[]
  rows: { key: string; name: ReactNode; cells: ReactNode[] }[]
  align?: 'left' | 'right'
}

/** Small table of figures that belong together, such as a comparison. A list of things is a `List`. */
export function FigureTable({
  caption,
  isCaptionHidden = false,
  head,
  rows,
  align = 'left',
}: FigureTableProps) {
  const side = align === 'right' ? 'pl-2 text-right' : 'pr-3 text-left'
  return (
    <table className="w-full text-sm">
      <caption className={isCaptionHidden ? 'sr-only' : 'mb-1 text-left font-medium'}>{caption}</caption>
      <thead>
        <tr className="text-ink-soft">
          {head.map((name, index) => (
            <th
              key={name}
              scope="col"
              className={`py-1 font-medium ${index === 0 ? 'pr-3 text-left' : side}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key} className="border-line border-t align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} className={`whitespace-pre-line py-1.5 ${side}`}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
