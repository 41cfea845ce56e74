import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { CallError } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { renew } from './api.ts'
import { fieldLabel } from './fieldLabel.ts'
import type { Values } from './formDescription.ts'
import { errorList } from './formValues.ts'
import { UnshownErrors } from './UnshownErrors.tsx'
import { type ContractForm, useContractForm } from './useContractForm.ts'

/** Values that a form asks for: the input of a command, or fields whose values the form hands over. */
interface Asked {
  input: TObject
  output?: TSchema
}

type InputOf<C extends Asked> = Static<C['input']>
type ReplyOf<C extends Asked> = C['output'] extends TSchema ? Static<C['output']> : unknown

/** Props of each part of the form. `shared` is what `useShared` returns. */
export type ActParts<C extends Asked, P = object, S = null> = P & {
  form: ContractForm<InputOf<C> & FieldValues>
  shared: S
}

/**
 * Description of a small form that sends an act instead of saving a thing, or hands over what staff enter. Leaving it
 * needs no question.
 */
interface ActDescription<C extends Asked, P, S> {
  asked: C | ((props: P) => C)
  /** Returns the initial values. */
  valuesOf: (props: P) => Values
  /** Sends the act. May throw `fieldRefusal`. */
  send: (input: InputOf<C>, parts: P & { shared: S }) => Promise<ReplyOf<C>> | ReplyOf<C>
  /** Toasts after the act and after its failure; omitted if the screen itself shows them. */
  done?: string | ((output: ReplyOf<C>, parts: ActParts<C, P, S>) => string)
  failed?: string
  /** Title of the toast if the browser refuses the values; omitted if only the fields say why. */
  refused?: string
  /** Queries that the act makes outdated. */
  renews?: string[]
  /** Runs at once after the act, even if the form is gone. */
  onDone?: (output: ReplyOf<C>, parts: ActParts<C, P, S>) => void
  /** Returns whether a part of the form shows an error itself, although no field has the path as its name. */
  shows?: (path: string, props: P) => boolean
  useShared?: (parts: P & { form: ActParts<C>['form'] }) => S
  /** Layout of the form. */
  className?: string
  /** Replaces the element of the form, in which Enter would send. */
  Frame?: ComponentType<ActParts<C, P, S> & { children: ReactNode }>
  /** Fields and buttons. */
  Fields: ComponentType<ActParts<C, P, S>>
}

/** Makes the form of an act. */
export function actForm<C extends Asked, P extends object = object, S = null>(
  description: ActDescription<C, P, S>,
): (props: P) => ReactNode {
  return (props) => <Act of={description} props={props} />
}

interface ActProps<C extends Asked, P, S> {
  of: ActDescription<C, P, S>
  props: P
}

function Act<C extends Asked, P extends object, S>({ of, props }: ActProps<C, P, S>) {
  const { className, Frame, Fields, shows = () => false } = of
  const parts = useAct(of, props)
  const { form } = parts
  const content = (
    <>
      <UnshownErrors
        errors={errorList(form.rhf.formState.errors).filter(({ path }) => !shows(path, props))}
        labelOf={(path) => fieldLabel(form.words, path)}
        refusal={form.refusal}
      />
      <Fields {...parts} />
    </>
  )
  if (Frame) return <Frame {...parts}>{content}</Frame>
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {content}
    </form>
  )
}

function useAct<C extends Asked, P extends object, S>(
  of: ActDescription<C, P, S>,
  props: P,
): ActParts<C, P, S> {
  const { asked, valuesOf, send, done, failed, refused, renews = [], onDone } = of
  const { useShared = noShared as () => S } = of
  const [schema] = useState(() => (typeof asked === 'function' ? asked(props) : asked).input)
  const client = useQueryClient()
  // Nobody sends the form before the first effect.
  const latest = useRef<S>(null as S)
  const form: ActParts<C>['form'] = useContractForm<C['input'], ReplyOf<C>>({
    schema: schema as C['input'],
    values: valuesOf(props) as Partial<Record<keyof InputOf<C>, unknown>>,
    save: async (input) => send(input, { ...props, shared: latest.current }),
    done:
      typeof done === 'function'
        ? (output) => done(output, { ...props, form, shared: latest.current })
        : done,
    failed,
    refused,
    isKept: () => true,
    onSaved(output) {
      onDone?.(output, { ...props, form, shared: latest.current })
      void renew(client, renews)
    },
  })
  const shared = useShared({ ...props, form: guarded(form) })
  useEffect(() => {
    latest.current = shared
  })
  return { ...props, form: guarded(form), shared }
}

const noShared = () => null

/** An act is sent once: Enter works while the button is disabled. */
function guarded<T extends FieldValues>(form: ContractForm<T>): ContractForm<T> {
  const unlessSaving =
    <A extends unknown[]>(run: (...args: A) => void) =>
    (...args: A) => {
      if (!form.isSaving) run(...args)
    }
  return { ...form, submit: unlessSaving(form.submit), submitWith: unlessSaving(form.submitWith) }
}

interface EnterProps {
  onEnter: () => void
  children: ReactNode
}

/** Part of a form with a `Frame`, in whose fields Enter sends. The part has a button of the type `submit`. */
export function EnterPart({ onEnter, children }: EnterProps) {
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onEnter()
      }}
    >
      {children}
    </form>
  )
}

/** Returns an error that `send` throws, so that the form shows at the field why it cannot be sent. */
export const fieldRefusal = (path: string, message: string) =>
  new CallError(422, '', JSON.stringify({ detail: message, errors: [{ path, message }] }))

interface SendButtonProps extends Omit<Partial<ComponentProps<typeof Button>>, 'form'> {
  form: { isSaving: boolean }
}

/** The button that sends the form. */
export function SendButton({ form: { isSaving }, look = 'sea', disabled = false, ...rest }: SendButtonProps) {
  return <Button {...rest} look={look} type="submit" aria-busy={isSaving} disabled={isSaving || disabled} />
}
