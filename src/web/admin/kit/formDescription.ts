import type { Static, TObject } from '@sinclair/typebox'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Command } from '../../../kernel/message.ts'
import type { PlainPath } from './adminPath.ts'
import type { ContractForm } from './useContractForm.ts'

export type Values = Record<string, unknown>
export type Input<C extends Command> = Static<C['input']>
export type Output<C extends Command> = Static<C['output']>
export type FormOf<C extends Command> = ContractForm<Input<C> & FieldValues>

/** Props of each part of a form. `shared` is what `useShared` returns. */
export type Parts<C extends Command, P = object, S = null> = P & { form: FormOf<C>; shared: S }

/** Runs before the form saves. Staff must confirm what it finds. */
export interface SaveCheck<C extends Command, P, Found> {
  /** Returns null if there is nothing to ask. If it fails, the form saves, and the save shows the error. */
  run: (parts: P & { form: FormOf<C> }, signal: AbortSignal) => Promise<Found | null>
  Question: ComponentType<FormQuestion<C, Found>>
}

export interface FormQuestion<C extends Command, Found> {
  form: FormOf<C>
  found: Found
  onConfirm: () => void
  onClose: () => void
}

interface Sending<S> {
  /** Row that last filled the fields. */
  before: Values
  /** Aborted when the form is gone. */
  signal: AbortSignal
  shared: S | null
}

export interface Description<C extends Command, P, S, Found> {
  /** Command that saves. */
  command: C | ((props: P) => C)
  /** Returns the schema by which the form validates, if it is not the input of the command. */
  schemaOf?: (props: P) => TObject
  /** Returns the row as read, or initial values. */
  valuesOf: (props: P) => Values
  /** Sends the command, if not with the values of the form alone. */
  send?: (input: Input<C>, props: P, sending: Sending<S>) => Promise<Output<C>>
  done: string | ((output: Output<C>, props: P) => string)
  failed: string | ((props: P) => string)
  /** Queries that a save makes outdated. */
  renews?: string[]
  /** Runs at once after a save. */
  onSaved?: (output: Output<C>, parts: Parts<C, P, S | null>) => void
  /** Screen that opens after a cancellation, and after a save. */
  list?: PlainPath | ((props: P) => string)
  /** Returns the path that opens after a save instead of `list`. */
  pathAfter?: (output: Output<C>) => string
  /** Returns true if the entered text is stored elsewhere, so that leaving needs no question. */
  isKept?: (shared: S | null) => boolean
  check?: SaveCheck<C, P, Found>
  /** Hook whose result all parts of the form get. */
  useShared?: (parts: P & { form: FormOf<C> }) => S
  /** Label of the button that saves. */
  save: string | ((parts: Parts<C, P, S>) => string)
  /** Label while the form is saving. */
  saving?: string
  isWide?: boolean
  /** True if users without the right to the command read the form. */
  isForReaders?: boolean
  Fields: ComponentType<Parts<C, P, S>>
  /** Further buttons of the form. */
  Actions?: ComponentType<Parts<C, P, S>>
  /** Text beside the buttons while changes are not saved, instead of `Modifiche non salvate`; null for none. */
  Note?: ComponentType<Parts<C, P, S>> | null
  Above?: ComponentType<Parts<C, P, S>>
  /** Part beside the form, such as a preview. */
  Beside?: ComponentType<Parts<C, P, S>>
  Below?: ComponentType<Parts<C, P, S>>
}

/**
 * Description of a form. A command whose input contains a version refuses to overwrite what another user has saved, so
 * its form reads the values again, to merge both. Null stands for a row that is not stored yet.
 */
export type FormDescription<C extends Command, P, S = null, Found = null> = Description<C, P, S, Found> &
  ('updatedAt' extends keyof Input<C>
    ? { readAgain: (props: P) => Promise<Values | null> }
    : { readAgain?: (props: P) => Promise<Values | null> })
