import type { Static } from '@sinclair/typebox'
import type { ReactNode } from 'react'
import type { Command } from '../../../kernel/message.ts'
import { type CommandCallOptions, useCommandCall } from './api.ts'
import { Confirm } from './Confirm.tsx'

interface CommandConfirmProps<C extends Command> extends CommandCallOptions<C> {
  command: C
  input: Static<C['input']>
  title: string
  /** Label of the button that calls the command. */
  action: string
  children?: ReactNode
  onClose: () => void
}

/** Asks the user before it calls a command. Closes after the call, even if the call fails. */
export function CommandConfirm<C extends Command>(props: CommandConfirmProps<C>) {
  const { command, input, title, action, children, onClose, ...options } = props
  const { mutate, isPending } = useCommandCall(command, options)
  return (
    <Confirm
      title={title}
      action={action}
      isPending={isPending}
      onConfirm={() => mutate(input, { onSettled: onClose })}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
