import type { Static, TObject } from '@sinclair/typebox'
import { useMemo, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { clean, problems } from '../../../check.ts'
import { CallError } from '../../client.ts'
import { toast } from '../../ui/toast.ts'
import { leaveIfOut } from '../session.ts'
import { sentenceOf } from './api.ts'
import { type LeaveQuestion, useLeaveQuestion } from './useLeaveQuestion.ts'

interface Options<S extends TObject, O> {
  /** What the command takes; its checks and sentences are the form's. */
  schema: S
  /** What stands in the fields at first: a row as it was read, or the values of a new thing. */
  values: Partial<Record<keyof Static<S>, unknown>>
  save: (input: Static<S>) => Promise<O>
  /** The toast's title. */
  done: string | ((output: O) => string)
  /** "Impossibile …" (spec section 8). */
  failed: string
  onSaved?: (output: O) => void
  /** Reads the row again after a 409, so that mine and theirs can be shown side by side. */
  readAgain?: () => Promise<Record<string, unknown>>
  /** True while what was typed is kept somewhere: leaving loses nothing, so nobody is asked. */
  isKept?: () => boolean
}

export interface ContractForm<T extends FieldValues> {
  rhf: UseFormReturn<T>
  schema: TObject
  submit: () => void
  isSaving: boolean
  /** Somebody else saved meanwhile: their row. */
  theirs: Record<string, unknown> | null
  keepMine: () => void
  takeTheirs: () => void
  closeConflict: () => void
  blocker: LeaveQuestion
}

/**
 * A form on a contract: the same checks as the server before sending, the server's own after it, what was typed kept
 * through every failure, a question before leaving with unsaved changes.
 */
export function useContractForm<S extends TObject, O>(
  options: Options<S, O>,
): ContractForm<Static<S> & FieldValues> {
  type T = Static<S> & FieldValues
  const { schema, save, done, failed, onSaved, readAgain, isKept } = options
  const resolver = useMemo(() => resolverOf<T>(schema), [schema])
  const rhf = useForm<T>({ resolver, defaultValues: typed(options.values) as DefaultValues<T> })
  const [theirs, setTheirs] = useState<Record<string, unknown> | null>(null)
  const { isSubmitting } = rhf.formState

  const blocker = useLeaveQuestion(() => rhf.formState.isDirty && !isKept?.())

  async function send(input: T): Promise<void> {
    try {
      const output = await save(input)
      rhf.reset(rhf.getValues())
      toast({ title: typeof done === 'string' ? done : done(output) })
      onSaved?.(output)
    } catch (error) {
      leaveIfOut(error)
      if (error instanceof CallError)
        error.problem.errors.forEach(({ path, message }, index) => {
          rhf.setError(path as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 })
        })
      if (error instanceof CallError && error.status === 409 && readAgain && (await showTheirs(readAgain)))
        return
      toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
    }
  }

  /** True when the row is another than the one that this form was read from. */
  async function showTheirs(read: NonNullable<typeof readAgain>): Promise<boolean> {
    const row = await read().catch(() => null)
    if (!row || row.updatedAt === rhf.getValues('updatedAt' as Path<T>)) return false
    setTheirs(row)
    return true
  }

  const submit = () => {
    // A failed check puts the focus on the first wrong field; nothing else follows.
    rhf
      .handleSubmit(send)()
      .catch(() => {})
  }
  return {
    rhf,
    schema,
    submit,
    isSaving: isSubmitting,
    theirs,
    keepMine() {
      rhf.setValue('updatedAt' as Path<T>, theirs?.updatedAt as never)
      setTheirs(null)
      submit()
    },
    takeTheirs() {
      rhf.reset(typed(theirs ?? {}) as T)
      setTheirs(null)
    },
    closeConflict: () => setTheirs(null),
    blocker,
  }
}

/** A field without a value is empty: null is no text. */
function typed(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
}

function resolverOf<T extends FieldValues>(schema: TObject): Resolver<T> {
  return async (values) => {
    const value = clean(schema, values)
    const found = problems(schema, value)
    if (found.length === 0) return { values: value as T, errors: {} }
    const errors: FieldErrors<T> = {}
    for (const { path, message } of found) set(errors, path, { type: 'contract', message })
    return { values: {}, errors }
  }
}
