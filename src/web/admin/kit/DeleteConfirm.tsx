import type { ReactNode } from 'react'
import type { ById } from '../../../kernel/field.ts'
import type { Command } from '../../../kernel/message.ts'
import { useCommandCall } from './api.ts'
import { Confirm } from './Confirm.tsx'

interface DeleteConfirmProps {
  command: Command<typeof ById>
  id: number
  title: string
  children?: ReactNode
  done: string
  failed: string
  renews: string[]
  onClose: () => void
}

/** Asks the user to confirm the deletion of a row. Closes after the call, even if the call fails. */
export function DeleteConfirm({
  command,
  id,
  title,
  children,
  done,
  failed,
  renews,
  onClose,
}: DeleteConfirmProps) {
  const remove = useCommandCall(command, { done, failed, renews })
  return (
    <Confirm
      title={title}
      action="Elimina"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id }, { onSettled: onClose })}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
