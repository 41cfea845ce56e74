import type { Static } from '@sinclair/typebox'
import type { ReactNode } from 'react'
import type { Command } from '../../../kernel/message.ts'
import { type CommandCallOptions, useCommandCall } from './api.ts'
import { RowAction } from './RowAction.tsx'
import { useRights } from './rights.ts'

interface RowCommandProps<C extends Command> extends CommandCallOptions<C> {
  command: C
  input: Static<C['input']>
  children: ReactNode
}

/** Button in a row that calls a command. Users without the right to this command do not see it. */
export function RowCommand<C extends Command>({ command, input, children, ...options }: RowCommandProps<C>) {
  const { may } = useRights()
  const { mutate, isPending } = useCommandCall(command, options)
  if (!may(command)) return null
  return (
    <RowAction disabled={isPending} onClick={() => mutate(input)}>
      {children}
    </RowAction>
  )
}
