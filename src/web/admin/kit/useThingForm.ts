import type { Static } from '@sinclair/typebox'
import type { Command, Query } from '../../../kernel/message.ts'
import { call } from '../../client.ts'
import { adminPath, type PlainPath } from './adminPath.ts'
import { useContractForm } from './useContractForm.ts'
import { useSaved } from './useSaved.ts'

interface Options<C extends Command, S extends Command, R extends Query> {
  create: C
  change: S
  read: R
  row: Static<R['output']> | null
  initial: Record<string, unknown>
  done: string
  failed: string
  /** Screen that opens after a save or a cancellation. */
  list: PlainPath
  /** Returns the path that opens after a save instead of `list`. */
  pathAfter?: (saved: Static<C['output']>) => string
  renews: string[]
}

/** Form that creates rows (POST) and edits rows (PUT with the version) with the same fields. */
export function useThingForm<C extends Command, S extends Command, R extends Query>(
  options: Options<C, S, R>,
) {
  const { create, change, read, row, initial, done, failed, list, pathAfter, renews } = options
  const { leave, saved } = useSaved(adminPath(list), renews)
  const values = (row ?? initial) as Partial<Record<keyof Static<C['input']> | 'id', unknown>>
  const message = row === null ? create : change
  // The cast is safe: the schema of `change` has the fields of `create`, and also requires id and version.
  const form = useContractForm({
    schema: message.input as C['input'],
    values,
    save: (input) => call<Command>(message.http, input),
    done,
    failed,
    ...(row === null
      ? {}
      : { readAgain: () => call<Query>(read.http, { id: values.id }) as Promise<Record<string, unknown>> }),
    onSaved: (output) => void saved(pathAfter?.(output)),
  })
  return { form, leave }
}
