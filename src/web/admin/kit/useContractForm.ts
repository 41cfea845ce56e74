import type { Static, TObject } from '@sinclair/typebox'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { CallError } from '../../client.ts'
import { toast } from '../../ui/toast.ts'
import { leaveIfOut } from '../session.ts'
import { sentenceOf } from './api.ts'
import { fieldLabel } from './fieldLabel.ts'
import { resolverOf, sent, typed } from './formValues.ts'
import { type Merge, merge } from './merge.ts'
import { type LeaveQuestion, useLeaveQuestion } from './useLeaveQuestion.ts'

type Row = Record<string, unknown>

/** Fields that two people have changed: nothing is saved until somebody says which value stays. */
export interface Clash {
  names: string[]
  mine: Row
  theirs: Row
}

interface Options<S extends TObject, O> {
  /** What the command takes; its checks and sentences are the form's. */
  schema: S
  /**
   * What stands in the fields: a row as it was read, or the values of a new thing. A newer version of the row goes into
   * the fields that nobody is changing here.
   */
  values: Partial<Record<keyof Static<S>, unknown>>
  save: (input: Static<S>) => Promise<O>
  /** The toast's title. */
  done: string | ((output: O) => string)
  /** "Impossibile …" (spec section 8). */
  failed: string
  onSaved?: (output: O) => void
  /** Reads the row again after a 409, in the shape of `values`, so that both saves can be merged. */
  readAgain?: () => Promise<Row>
  /** True while what was typed is kept somewhere: leaving loses nothing, so nobody is asked. */
  isKept?: () => boolean
}

export interface ContractForm<T extends FieldValues> {
  rhf: UseFormReturn<T>
  schema: TObject
  /** What stands in the fields as a call takes it, checked or not. */
  input: () => T
  submit: () => void
  isSaving: boolean
  clash: Clash | null
  /** Saves with my value in these fields of the clash, and the other person's in the others. */
  settle: (mine: string[]) => void
  closeClash: () => void
  blocker: LeaveQuestion
}

/**
 * A form on a contract: the same checks as the server before sending, the server's own after it, what was typed kept
 * through every failure, a question before leaving with unsaved changes, and what somebody else saves meanwhile merged
 * field by field.
 */
export function useContractForm<S extends TObject, O>(
  options: Options<S, O>,
): ContractForm<Static<S> & FieldValues> {
  type T = Static<S> & FieldValues
  const { schema, values, save, done, failed, onSaved, readAgain, isKept } = options
  const resolver = useMemo(() => resolverOf<T>(schema), [schema])
  const rhf = useForm<T>({ resolver, defaultValues: typed(values) as DefaultValues<T> })
  const names = useMemo(() => Object.keys(schema.properties).filter((name) => name !== 'updatedAt'), [schema])
  /** The row that the fields were filled from: what differs from it was changed here. */
  const base = useRef<Row>(values)
  const [clash, setClash] = useState<(Clash & { merged: Merge }) | null>(null)
  const { isSubmitting } = rhf.formState

  const blocker = useLeaveQuestion(() => rhf.formState.isDirty && !isKept?.())

  const mergeWith = (row: Row) => merge(names, { base: base.current, mine: rhf.getValues(), theirs: row })

  /** The row becomes what the form is compared with: its values go into the fields but for those that are mine. */
  function adopt(row: Row, { mine, theirs }: Pick<Merge, 'mine' | 'theirs'>): void {
    base.current = row
    const saved = typed(row)
    for (const [name, value] of Object.entries(saved))
      if (theirs.includes(name) || !names.includes(name)) rhf.setValue(name as Path<T>, value as never)
    rhf.reset(saved as T, { keepValues: true })
    for (const name of mine)
      rhf.setValue(name as Path<T>, rhf.getValues(name as Path<T>), { shouldDirty: true })
  }

  const takeNews = useEffectEvent((version: unknown) => {
    if (version === base.current.updatedAt) return
    const merged = mergeWith(values)
    // A field that both have changed is asked about when this form is saved.
    if (merged.both.length === 0) adopt(values, merged)
  })
  const { updatedAt }: Row = values
  useEffect(() => takeNews(updatedAt), [updatedAt])

  async function send(input: T, taken: string[]): Promise<void> {
    try {
      const output = await save(input)
      base.current = { ...base.current, ...rhf.getValues() }
      rhf.reset(rhf.getValues())
      const title = typeof done === 'string' ? done : done(output)
      const text = taken.length > 0 && `Restano le modifiche di un’altra persona: ${taken.join(', ')}.`
      toast({ title, ...(text ? { text } : {}) })
      onSaved?.(output)
    } catch (error) {
      leaveIfOut(error)
      if (error instanceof CallError && error.status === 409 && readAgain && (await hasMerged(readAgain)))
        return
      if (error instanceof CallError)
        error.problem.errors.forEach(({ path, message }, index) => {
          rhf.setError(path as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 })
        })
      toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
    }
  }

  /** False when the row is the one that this form was read from: then something else was refused. */
  async function hasMerged(read: NonNullable<typeof readAgain>): Promise<boolean> {
    const row = await read().catch(() => null)
    if (!row || row.updatedAt === rhf.getValues('updatedAt' as Path<T>)) return false
    const merged = mergeWith(row)
    if (merged.both.length > 0) setClash({ names: merged.both, mine: rhf.getValues(), theirs: row, merged })
    else await saveMerged(row, merged)
    return true
  }

  async function saveMerged(row: Row, merged: Pick<Merge, 'mine' | 'theirs'>): Promise<void> {
    adopt(row, merged)
    const taken = merged.theirs.map(fieldLabel)
    await rhf.handleSubmit((input) => send(input, taken))()
  }

  const submit = () => {
    // A failed check puts the focus on the first wrong field; nothing else follows.
    rhf
      .handleSubmit((input) => send(input, []))()
      .catch(() => {})
  }
  return {
    rhf,
    schema,
    input: () => sent(schema, rhf.getValues()) as T,
    submit,
    isSaving: isSubmitting,
    clash,
    settle(chosen) {
      if (!clash) return
      const { theirs: row, merged, names: asked } = clash
      setClash(null)
      saveMerged(row, {
        mine: [...merged.mine, ...chosen],
        theirs: [...merged.theirs, ...asked.filter((name) => !chosen.includes(name))],
      }).catch(() => {})
    },
    closeClash: () => setClash(null),
    blocker,
  }
}
