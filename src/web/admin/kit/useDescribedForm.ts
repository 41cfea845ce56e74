import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Command } from '../../../kernel/message.ts'
import { call } from '../../client.ts'
import { adminPath } from './adminPath.ts'
import { renew } from './api.ts'
import type { FormDescription, FormOf, Input, Output, Values } from './formDescription.ts'
import { useCheckedSave } from './useCheckedSave.ts'
import { useContractForm } from './useContractForm.ts'
import { useLeaving } from './useLeaving.ts'

/** Returns the form of a description, what all its parts share, and the question before a save. */
export function useDescribedForm<C extends Command, P extends object, S, Found>(
  description: FormDescription<C, P, S, Found>,
  props: P,
  onDone: () => void,
) {
  const { valuesOf, done, failed, send, readAgain, isKept, onSaved, check } = description
  const { useShared = noShared as () => S } = description
  const command = commandOf(description, props)
  const [schema] = useState(() => description.schemaOf?.(props) ?? command.input)
  const { leave, afterSave } = useWayOut(description, props)
  const latest = useRef<S>(null)
  const signal = useLeaving()
  const form: FormOf<C> = useContractForm<C['input'], Output<C>>({
    schema: schema as C['input'],
    values: valuesOf(props) as Partial<Record<keyof Input<C>, unknown>>,
    save: (input, before) =>
      send
        ? send(input, props, { before, signal: signal(), shared: latest.current })
        : call<Command>(command.http, input as Values),
    done: typeof done === 'string' ? done : (output) => done(output, props),
    failed: typeof failed === 'string' ? failed : failed(props),
    ...(readAgain ? { readAgain: () => readAgain(props) } : {}),
    isKept: () => isKept?.(latest.current) ?? false,
    onSaved: (output) => {
      onSaved?.(output, { ...props, form, shared: latest.current })
      onDone()
      void afterSave(output)
    },
  })
  const guard = useCheckedSave(form, check && (() => check.run({ ...props, form }, signal())))
  const shared = useShared({ ...props, form: guard.form })
  useEffect(() => {
    latest.current = shared
  })
  return { command, parts: { ...props, form: guard.form, shared }, guard, leave }
}

const noShared = () => null

const commandOf = <C extends Command, P>({ command }: { command: C | ((props: P) => C) }, props: P): C =>
  typeof command === 'function' ? command(props) : command

/** Returns functions that open the list: at once, and when the queries that a save made outdated are fetched again. */
function useWayOut<C extends Command, P, S, Found>(
  { list, pathAfter, renews = [] }: FormDescription<C, P, S, Found>,
  props: P,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const path = typeof list === 'function' ? list(props) : list && adminPath(list)
  const afterSave = async (output: Output<C>) => {
    await renew(client, renews)
    const to = pathAfter ? pathAfter(output) : path
    if (to !== undefined) void navigate(to)
  }
  return { leave: path === undefined ? undefined : () => void navigate(path), afterSave }
}
