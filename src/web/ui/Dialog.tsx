import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { fadeMs } from './fade.ts'
import { useLanguage } from './language.ts'
import { Toasts } from './Toasts.tsx'

interface DialogProps {
  title: string
  intro?: ReactNode
  /** Must unmount the dialog, which has faded by then. */
  onClose: () => void
  /** True if a press beside the dialog does not close it. */
  staysOnPressOutside?: boolean
  children: ReactNode
}

/** Fades and then closes the dialog around a component. */
const Leave = createContext<() => void>(() => {})

/** A dialog that is open while it is mounted. The browser traps the focus and restores it on closing. */
export function Dialog({ title, intro, onClose, staysOnPressOutside = false, children }: DialogProps) {
  const { t } = useLanguage()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Both are false in the first render, so that the empty dialog appears at once. A modal dialog makes the page inert,
  // for which the browser styles the whole page again, and the content takes as long, so each has a frame of its own.
  const isModal = useDeferredValue(true, false)
  const isFilled = useDeferredValue(isModal, false)
  const [isLeft, setLeft] = useState(false)
  const leave = () => setLeft(true)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isLeft) return
    const timer = setTimeout(() => close(), fadeMs)
    return () => clearTimeout(timer)
  }, [isLeft])

  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.setAttribute('open', '')
    return () => dialog?.close()
  }, [])

  useLayoutEffect(() => {
    if (isModal) return
    // The focus is not in the dialog yet.
    const onKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setLeft(true)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isModal])

  useLayoutEffect(() => {
    if (!isModal) return
    ref.current?.removeAttribute('open')
    ref.current?.showModal()
  }, [isModal])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !isFilled) return
    // On a phone the heading gets the focus, because a focused field would open the keyboard over the unread dialog.
    const isTouch = matchMedia('(pointer: coarse)').matches
    const first = isTouch
      ? null
      : [...dialog.querySelectorAll<Field>(':is(form, search) :is(input, select, textarea)')].find(
          isEmptyField,
        )
    const target = first ?? dialog.querySelector('h2')
    target?.focus()
  }, [isFilled])

  const closeOutside = (event: MouseEvent) => {
    // The second press of a double one was meant for the button that the first may have moved.
    if (event.target === event.currentTarget && event.detail < 2 && !staysOnPressOutside) leave()
  }

  /** Leaves before the browser does: Chromium closes the dialog at once, even if the handler of `cancel` refuses. */
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    leave()
  }

  return (
    <dialog
      ref={ref}
      // A press during the fade must not send the form or confirm the question.
      inert={isLeft}
      aria-labelledby={titleId}
      onClick={closeOutside}
      onKeyDown={leaveOnEscape}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      className="fixed inset-0 z-50 m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-band/60 p-3
        transition-opacity backdrop:bg-transparent inert:opacity-0 sm:p-6"
    >
      <div className="relative mx-auto max-w-xl animate-rise rounded-card border border-line bg-stone text-ink shadow-soft sm:my-[4vh]">
        <div className="p-[20px] pb-0 sm:p-7 sm:pb-0">
          <h2 id={titleId} tabIndex={-1} className="font-serif text-2xl outline-none">
            {/* Keeps only the first line clear of the button, because large text needs the whole width. */}
            <span aria-hidden="true" className="float-right h-[1lh] w-11" />
            {title}
          </h2>
          {intro && <p className="mt-1.5 text-ink-soft">{intro}</p>}
          <button
            type="button"
            onClick={leave}
            aria-label={t('request.close')}
            className="absolute top-3 right-3 grid size-(--target) place-items-center rounded-field text-2xl leading-none hover:bg-panel
              sm:top-5 sm:right-5"
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <div className="p-[20px] sm:p-7 sm:pt-5">{isFilled && <Leave value={leave}>{children}</Leave>}</div>
      </div>
      <Toasts />
    </dialog>
  )
}

/** Shows a button that leaves the dialog around it like Escape. `onClose` would close the dialog without the fade. */
export function LeaveButton({ look = 'plain', ...rest }: Partial<ComponentProps<typeof Button>>) {
  return <Button {...rest} look={look} onClick={useContext(Leave)} />
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Returns whether a field is empty and focusable. Focusing a field in a closed `details` would force its layout. */
const isEmptyField = (field: Field) =>
  field.tabIndex >= 0 && field.value === '' && !field.closest('details:not([open])')
