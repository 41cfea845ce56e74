import type { ReactNode } from 'react'
import type { Command } from '../../../kernel/message.ts'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { Form } from './Form.tsx'
import type { FormDescription } from './formDescription.ts'
import { useDescribedForm } from './useDescribedForm.ts'

export type { FormOf, FormQuestion, Parts } from './formDescription.ts'

interface EditorProps<C extends Command, P extends object, S, Found> {
  of: FormDescription<C, P, S, Found>
  props: P
  /** Closes what contains the form; the form then has a button `Annulla`. */
  onClose?: (() => void) | undefined
  isInDialog?: boolean
}

/** The form that a description describes, with the parts around it. */
export function Editor<C extends Command, P extends object, S, Found>({
  of,
  props,
  onClose,
  isInDialog = false,
}: EditorProps<C, P, S, Found>) {
  const { save, saving, isWide = false, isForReaders, Fields, Actions, Note, Above, Beside, Below } = of
  const { command, parts, guard, leave = onClose } = useDescribedForm(of, props, onClose ?? nothing)
  const note = Note ? <Note {...parts} /> : null
  const main = (
    <Form
      form={guard.form}
      save={typeof save === 'string' ? save : save(parts)}
      {...(saving ? { saving } : {})}
      {...(leave && !isInDialog ? { onCancel: leave } : {})}
      {...(Note === undefined && !isInDialog ? {} : { note })}
      {...(isForReaders ? { command } : {})}
      isWide={isWide}
      actions={
        <>
          {Actions && <Actions {...parts} />}
          {isInDialog && <LeaveButton>Annulla</LeaveButton>}
        </>
      }
    >
      <Fields {...parts} />
    </Form>
  )
  return (
    <>
      {Above && <Above {...parts} />}
      {Beside ? (
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {main}
          <Beside {...parts} />
        </div>
      ) : (
        main
      )}
      {of.check && guard.found !== null && (
        <of.check.Question
          form={parts.form}
          found={guard.found}
          onConfirm={guard.confirm}
          onClose={guard.close}
        />
      )}
      {Below && <Below {...parts} />}
    </>
  )
}

const nothing = () => {}

/** Makes a form in a screen that also has other parts. With `onClose`, a save and a cancellation close the form. */
export function thingForm<C extends Command, P extends object = object, S = null, Found = null>(
  description: FormDescription<C, P, S, Found>,
): (props: P & { onClose?: () => void }) => ReactNode {
  return (props) => <Editor of={description} props={props} onClose={props.onClose} />
}

interface DialogTexts<P> {
  title: string | ((props: P) => string)
  intro: string | ((props: P) => string)
}

/** Makes a form in a dialog, which a save closes. */
export function thingDialog<C extends Command, P extends object, S = null, Found = null>(
  description: FormDescription<C, P, S, Found> & DialogTexts<P>,
): (props: P & { onClose: () => void }) => ReactNode {
  const { title, intro } = description
  const said = (text: string | ((props: P) => string), props: P) =>
    typeof text === 'string' ? text : text(props)
  return (props) => (
    <Dialog title={said(title, props)} intro={said(intro, props)} onClose={props.onClose}>
      <Editor of={description} props={props} onClose={props.onClose} isInDialog />
    </Dialog>
  )
}
