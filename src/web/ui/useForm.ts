import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusInvalid, showsError } from './shownError.ts'

export type Values = Record<string, string>
export type Errors = Record<string, string>

interface FormOptions {
  /** Initial errors by field name. */
  refused: Errors
  check(values: Values): Errors
  /** Returns the server's errors by field name. */
  send(values: Values): Promise<Errors>
  /** Called with the name of the first invalid field before the field gets the focus, to make it visible. */
  onRefused?: ((name: string) => void) | undefined
}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))

/** Returns name and value of the button that sent the form, which `FormData` omits. */
function pressed(event: Event): Values {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement && button.name ? { [button.name]: button.value } : {}
}

interface Shown extends Pick<FormOptions, 'onRefused'> {
  setErrors(wrong: Errors): void
  setUnshown(messages: string[]): void
}

/**
 * Returns a function that shows the errors and focuses the first invalid field or, if none is visible, the note about
 * `unshown`. It returns true if there are no errors.
 */
const reporter =
  ({ setErrors, setUnshown, onRefused }: Shown) =>
  (form: HTMLFormElement, wrong: Errors): boolean => {
    const first = [...form.elements].find((element) => wrong[element.getAttribute('name') ?? ''])
    flushSync(() => {
      setErrors(wrong)
      if (first) onRefused?.(first.getAttribute('name') ?? '')
    })
    const names = Object.keys(wrong)
    const hidden = names.filter((name) => !showsError(form, name))
    flushSync(() => setUnshown(hidden.map((name) => wrong[name] ?? '')))
    if (names.length > hidden.length) focusInvalid(form)
    else if (hidden.length > 0) form.querySelector<HTMLElement>('[data-unshown]')?.focus()
    return names.length === 0
  }

/** The fields are uncontrolled, so that no render loses typed text. `values` are trimmed copies. */
export function useForm({ refused, check, send, onRefused }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(refused)
  const [unshown, setUnshown] = useState<string[]>([])
  const [values, setValues] = useState<Values>({})
  const [isSending, setSending] = useState(false)
  /** Fields that the visitor has left at least once. */
  const [left, setLeft] = useState<readonly string[]>([])
  // A ref, because two submits can arrive before the next render.
  const isBusy = useRef(false)

  useEffect(() => {
    if (ref.current) setValues(valuesOf(ref.current))
  }, [])

  const report = reporter({ setErrors, setUnshown, onRefused })

  /** Shows the errors of the fields for which `isIn` returns true. Returns true if there are none. */
  const checkOnly = (isIn: (name: string) => boolean): boolean => {
    const form = ref.current
    if (!form) return false
    return report(
      form,
      Object.fromEntries(Object.entries(check(valuesOf(form))).filter(([name]) => isIn(name))),
    )
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = { ...valuesOf(form), ...pressed(event.nativeEvent) }
    if (isBusy.current || !report(form, check(given))) return
    isBusy.current = true
    setSending(true)
    try {
      report(form, await send(given))
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const given = valuesOf(event.currentTarget)
    setValues(given)
    const wrong = check(given)
    // Typing clears errors of fields that became valid, but adds none.
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => wrong[name] ?? false)))
  }

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target
    if (name) setLeft((names) => (names.includes(name) ? names : [...names, name]))
  }

  let wrong: Errors | null = null
  /** Returns whether a typed value is valid; undefined while the field is empty or its value may be half typed. */
  const isValid = (name: string): boolean | undefined => {
    if (!values[name]) return undefined
    wrong ??= check(values)
    if (!wrong[name]) return true
    return left.includes(name) ? false : undefined
  }

  /** `unshown` are the messages about fields that the form does not show, which it must render with `data-unshown`. */
  return {
    errors,
    unshown,
    values,
    /** Returns what the fields contain now; `values` may be older by one render. */
    valuesNow: () => (ref.current ? valuesOf(ref.current) : {}),
    isSending,
    isValid,
    checkOnly,
    formProps: { ref, onSubmit, onInput, onBlur, noValidate: true },
  }
}
