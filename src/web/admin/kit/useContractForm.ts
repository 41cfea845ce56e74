import type { Static, TObject } from '@sinclair/typebox'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { CallError } from '../../client.ts'
import { useLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.ts'
import { sentenceOf } from './api.ts'
import { type FieldWords, fieldLabel, fieldWords } from './fieldLabel.ts'
import { errorList, resolverOf, sent, typed, wholeForm } from './formValues.ts'
import { isSame, type Merge, merge, topOf, valueAt } from './merge.ts'
import { leaveIfOut } from './session.ts'
import { useLeaveQuestion } from './useLeaveQuestion.ts'

type Row = Record<string, unknown>

/** Fields that two users changed. The form is not saved until the user chooses between `mine` and `theirs`. */
export interface Clash {
  names: string[]
  mine: Row
  theirs: Row
}

interface Options<S extends TObject, O> {
  /** Input schema of the command, by which the form validates. */
  schema: S
  /** Row as read, or initial values. Fields that the user has not edited take the values of a newer version. */
  values: Partial<Record<keyof Static<S>, unknown>>
  /** `before` is the row that last filled the fields. */
  save: (input: Static<S>, before: Row) => Promise<O>
  /** Toasts after a save and after its failure; omitted if the screen itself shows them. */
  done?: string | ((output: O) => string) | undefined
  failed?: string | undefined
  /** Title of the toast if the browser refuses the values; omitted if only the fields say why. */
  refused?: string | undefined
  onSaved?: (output: O) => void
  /** Reads the row again after a 409, to merge the two saves. Returns null for a row that is not stored yet. */
  readAgain?: () => Promise<Row | null>
  /** Returns true if the entered text is stored elsewhere, so that leaving needs no question. */
  isKept?: () => boolean
}

export interface ContractForm<T extends FieldValues> {
  rhf: UseFormReturn<T>
  schema: TObject
  words: FieldWords
  /** Returns the input in the format of the API, unchecked. */
  input: () => T
  submit: () => void
  /** Saves the values together with `more`, such as the new state of an article. */
  submitWith: (more: Partial<T>) => void
  showErrors: (error: unknown) => void
  /** Another object after each refusal of the values; null before the first. */
  refusal: object | null
  isSaving: boolean
  clash: Clash | null
  /** Saves the form's values for the fields in `mine`, and the other user's values for the other fields. */
  settle: (mine: string[]) => void
  closeClash: () => void
}

export const isNeeded = ({ schema }: { schema: TObject }, name: string) =>
  schema.required?.includes(name) ?? false

/** Returns the names of all fields except the version. `bands.price1to3Pax` is a field of the object `bands`. */
function fieldNames({ properties }: TObject): string[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'updatedAt')
    .flatMap(([name, field]) =>
      field.properties ? Object.keys(field.properties).map((key) => `${name}.${key}`) : name,
    )
}

/** Builds a form from a contract. Keeps the input after a failed save, and merges saves of other users by field. */
export function useContractForm<S extends TObject, O>(
  options: Options<S, O>,
): ContractForm<Static<S> & FieldValues> {
  type T = Static<S> & FieldValues
  const { schema, values, save, done, failed, refused, onSaved, readAgain, isKept } = options
  const { t } = useLanguage()
  const resolver = useMemo(() => resolverOf<T>(t, schema), [t, schema])
  // The form focuses after a refusal, because the first error may be one that no field shows.
  const rhf = useForm<T>({
    resolver,
    defaultValues: typed(values) as DefaultValues<T>,
    shouldFocusError: false,
  })
  const [refusal, setRefusal] = useState<object | null>(null)
  const names = useMemo(() => fieldNames(schema), [schema])
  const words = useMemo(() => fieldWords(schema), [schema])
  /** Row that last filled the fields. The user has edited the fields that differ from this row. */
  const base = useRef<Row>(values)
  const more = useRef<Partial<T>>({})
  const [clash, setClash] = useState<(Clash & { merged: Merge }) | null>(null)
  const { isSubmitting } = rhf.formState

  useLeaveQuestion(() => rhf.formState.isDirty && !isKept?.())

  const mergeWith = (row: Row) => merge(names, { base: base.current, mine: rhf.getValues(), theirs: row })

  /** Makes `row` the new base and fills in its values, except for the fields in `mine`. */
  function adopt(row: Row, { mine, theirs }: Pick<Merge, 'mine' | 'theirs'>): void {
    base.current = row
    const saved = typed(row)
    const unedited = Object.keys(saved).filter((name) => !names.some((one) => topOf(one) === name))
    for (const name of [...theirs, ...unedited]) rhf.setValue(name as Path<T>, valueAt(saved, name) as never)
    startFrom(saved as T, mine)
  }

  /** Compares the fields with `row` from now on, and keeps the fields in `edited` marked as edited. */
  function startFrom(row: T, edited: string[]): void {
    rhf.reset(row, { keepValues: true })
    for (const name of edited)
      rhf.setValue(name as Path<T>, rhf.getValues(name as Path<T>), { shouldDirty: true })
  }

  const takeNews = useEffectEvent((version: unknown) => {
    if (version === base.current.updatedAt) return
    const merged = mergeWith(values)
    // If both users changed the same field, the form keeps its values and asks at the next save.
    if (merged.both.length === 0) adopt(values, merged)
  })
  const { updatedAt }: Row = values
  useEffect(() => takeNews(updatedAt), [updatedAt])

  async function send(input: T, taken: string[]): Promise<void> {
    // Cloned, because the form changes the fields of an object in place.
    const saved = structuredClone(rhf.getValues())
    try {
      const output = await save({ ...input, ...more.current }, base.current)
      const current: Row = rhf.getValues()
      // The panel's event stream may have brought the saved row, with a new version, before the response.
      const fields = names.map(topOf)
      const sentFields = Object.entries(saved).filter(([name]) => fields.includes(name))
      const stored = { ...current, ...Object.fromEntries(sentFields) }
      base.current = { ...base.current, ...stored }
      // The user may have gone on typing during the save. The next save sends these fields.
      const typedSince = names.filter((name) => !isSame(valueAt(saved, name), valueAt(current, name)))
      startFrom(stored as T, typedSince)
      const title = typeof done === 'function' ? done(output) : done
      const text = taken.length > 0 && `Restano le modifiche di un’altra persona: ${taken.join(', ')}.`
      if (title !== undefined) toast({ title, ...(text ? { text } : {}) })
      onSaved?.(output)
    } catch (error) {
      leaveIfOut(error)
      if (
        error instanceof CallError &&
        error.status === 409 &&
        readAgain &&
        (await hasMerged(readAgain, saved.updatedAt))
      )
        return
      showErrors(error)
      if (failed !== undefined) toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
    }
  }

  function showErrors(error: unknown): void {
    if (!(error instanceof CallError)) return
    for (const { path, message } of error.problem.errors)
      rhf.setError((path || wholeForm) as Path<T>, { type: 'server', message })
    setRefusal({})
  }

  /** Merges with the stored row and saves, or shows the clash. Returns false if the row is unreadable or unchanged. */
  async function hasMerged(read: NonNullable<typeof readAgain>, refused: unknown): Promise<boolean> {
    const row = await read().catch(() => null)
    if (!row || row.updatedAt === refused) return false
    const merged = mergeWith(row)
    if (merged.both.length > 0) setClash({ names: merged.both, mine: rhf.getValues(), theirs: row, merged })
    else await saveMerged(row, merged)
    return true
  }

  async function saveMerged(row: Row, merged: Pick<Merge, 'mine' | 'theirs'>): Promise<void> {
    adopt(row, merged)
    const taken = merged.theirs.map((name) => fieldLabel(words, name))
    await sendValid(taken)
  }

  /** Sends the values, or shows the fields that are invalid. */
  async function sendValid(taken: string[]): Promise<void> {
    let isInvalid = false
    const refuse = (errors: FieldErrors<T>) => {
      isInvalid = true
      if (refused !== undefined)
        toast({ title: refused, text: errorList(errors)[0]?.message ?? '', tone: 'destructive' })
    }
    await rhf.handleSubmit((input) => send(input, taken), refuse)()
    // Only now the fields show the errors.
    if (isInvalid) setRefusal({})
  }

  const submitWith = (also: Partial<T>) => {
    more.current = also
    sendValid([]).catch(() => {})
  }
  return {
    rhf,
    schema,
    words,
    input: () => sent(schema, rhf.getValues()) as T,
    submit: () => submitWith({}),
    submitWith,
    showErrors,
    refusal,
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
  }
}
