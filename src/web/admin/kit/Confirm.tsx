import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'

interface ConfirmProps {
  /** Question with the name of the row. */
  title: string
  children?: ReactNode
  /** Label of the button, for example `Elimina`. */
  action: string
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function Confirm({ title, children, action, isPending = false, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children && <div className="mb-5 text-ink-soft">{children}</div>}
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton>Annulla</LeaveButton>
        <Button look="ink" aria-busy={isPending} disabled={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
