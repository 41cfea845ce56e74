import type { Row, RowData } from '@tanstack/react-table'
import { type KeyboardEventHandler, memo, type ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import type { DataColumn, ListFeatures } from './useListTable.ts'

interface DataRowProps<T extends RowData> {
  row: Row<ListFeatures, T>
  columns: DataColumn<T>[]
  /** True for a row that is no longer in this list, and waits to be taken away. */
  isGone: boolean
  isStrong: boolean
  isChosen: boolean
  /** Name of the row for its checkbox; undefined without acts on many rows. */
  name: string | undefined
  onBoxKey: KeyboardEventHandler<HTMLInputElement>
}

// `memo` loses the type parameter, so the casts restore it.
export const DataRow = memo(function DataRow<T extends RowData>(props: DataRowProps<T>) {
  const { row, columns, isGone, isStrong, isChosen, name, onBoxKey } = props
  return (
    <tr
      data-chosen={isChosen ? '' : undefined}
      className={`${isStrong ? 'font-semibold' : ''} ${isGone ? 'relative' : ''}`}
    >
      {name !== undefined && (
        <td className="choose">
          <ChooseBox
            label={`Scegli ${name}`}
            isChosen={isChosen}
            onToggle={row.getToggleSelectedHandler()}
            onKeyDown={onBoxKey}
          />
        </td>
      )}
      <Cells row={row.original} columns={columns} isGone={isGone} />
    </tr>
  )
}) as <T extends RowData>(props: DataRowProps<T>) => ReactNode

interface CellsProps<T> {
  row: T
  columns: DataColumn<T>[]
  isGone: boolean
}

/** Choosing a row renders its checkbox, and not its cells. */
const Cells = memo(function Cells<T>({ row, columns, isGone }: CellsProps<T>) {
  return columns.map(({ id, header, align, cell }, index) => (
    <td key={id} data-label={header} data-align={align}>
      {cell(row)}
      {isGone && index === 0 && (
        <span className="-translate-y-1/2 absolute top-0 right-3">
          <Badge tone="quiet">non più qui</Badge>
        </span>
      )}
    </td>
  ))
}) as <T>(props: CellsProps<T>) => ReactNode

interface ChooseBoxProps {
  label: string
  isChosen: boolean
  isPartly?: boolean
  /** Gets the event of the press, by which the table sees Shift. */
  onToggle: (event: unknown) => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

export function ChooseBox({ label, isChosen, isPartly = false, onToggle, onKeyDown }: ChooseBoxProps) {
  return (
    // The label enlarges the area that a finger can press. Its margin keeps the row as high as without it.
    <label className="-m-[calc((var(--target)-var(--spacing)*5)/2)] inline-grid size-(--target) shrink-0 place-items-center align-middle">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartly && !isChosen
        }}
        type="checkbox"
        data-choose
        aria-label={label}
        className="size-5 accent-sea"
        checked={isChosen}
        onKeyDown={onKeyDown}
        onChange={onToggle}
      />
    </label>
  )
}
