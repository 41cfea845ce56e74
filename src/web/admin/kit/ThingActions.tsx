import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Command } from '../../../kernel/message.ts'
import { RowAction, RowActions, rowActionClass } from './RowAction.tsx'
import { useRights } from './rights.ts'

interface ThingActionsProps {
  to: string
  /** Name of the row for screen readers. */
  name: string
  /** Users without the right to this command do not see `Elimina`. */
  deletion: Command
  onDelete: () => void
  children?: ReactNode
}

export function ThingActions({ to, name, deletion, onDelete, children }: ThingActionsProps) {
  const { may } = useRights()
  const which = <span className="sr-only"> {name}</span>
  return (
    <RowActions>
      <Link to={to} className={rowActionClass}>
        Modifica{which}
      </Link>
      {children}
      {may(deletion) && <RowAction onClick={onDelete}>Elimina{which}</RowAction>}
    </RowActions>
  )
}
