import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ById } from '../../../kernel/field.ts'
import type { Command } from '../../../kernel/message.ts'
import { adminPath, type PathWith } from './adminPath.ts'
import { actionsColumn, type DataColumn } from './DataTable.tsx'
import { DeleteConfirm } from './DeleteConfirm.tsx'
import { useDialog } from './DialogPlace.tsx'
import { RowAction, RowActions, rowActionClass } from './RowAction.tsx'
import { useRights } from './rights.ts'
import { rowLink } from './rowOpening.ts'

interface ThingActionsProps<T> {
  /** Screen that edits the row. */
  path: PathWith<'id'>
  /** Name of the row for screen readers. */
  name: (row: T) => string
  deletion: {
    /** Users without the right to this command do not see `Elimina`. */
    command: Command<typeof ById>
    title: (row: T) => string
    text?: (row: T) => ReactNode
    done: string
    failed: string
    renews: string[]
  }
  /** Actions before `Modifica`. */
  before?: (row: T) => ReactNode
  /** Actions between `Modifica` and `Elimina`. */
  more?: (row: T) => ReactNode
}

/** Column with the actions of a row that staff edit and delete. */
export const thingActions = <T extends { id: number }>(props: ThingActionsProps<T>): DataColumn<T> =>
  actionsColumn((row) => <ThingActions {...props} row={row} />)

function ThingActions<T extends { id: number }>(props: ThingActionsProps<T> & { row: T }) {
  const { row, path, name, deletion, before, more } = props
  const { may, opens } = useRights()
  const show = useDialog()
  const to = adminPath(path, { id: row.id })
  const which = <span className="sr-only"> {name(row)}</span>
  return (
    <RowActions>
      {before?.(row)}
      {opens(to) && (
        <Link {...rowLink} to={to} className={rowActionClass}>
          Modifica{which}
        </Link>
      )}
      {more?.(row)}
      {may(deletion.command) && (
        <RowAction
          onClick={() =>
            show((close) => (
              <DeleteConfirm {...deletion} id={row.id} title={deletion.title(row)} onClose={close}>
                {deletion.text?.(row)}
              </DeleteConfirm>
            ))
          }
        >
          Elimina{which}
        </RowAction>
      )}
    </RowActions>
  )
}
