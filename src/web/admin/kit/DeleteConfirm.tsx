import type { ReactNode } from 'react'
import type { ById } from '../../../kernel/field.ts'
import type { Command } from '../../../kernel/message.ts'
import { CommandConfirm } from './CommandConfirm.tsx'

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

/** Asks the user to confirm the deletion of a row. */
export function DeleteConfirm({ id, ...props }: DeleteConfirmProps) {
  return <CommandConfirm {...props} input={{ id }} action="Elimina" />
}
