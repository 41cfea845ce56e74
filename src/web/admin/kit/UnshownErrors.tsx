import { useLayoutEffect, useRef, useState } from 'react'
import { CallError } from '../../client.ts'
import { focusInvalid, showsError } from '../../ui/shownError.ts'

export interface ShownError {
  path: string
  message: string
}

interface UnshownErrorsProps {
  errors: ShownError[]
  /** Returns what staff call the field at a path. */
  labelOf: (path: string) => string
  /** Another value after each refusal, which then takes the focus; null before the first. */
  refusal: unknown
}

/** Names, as the first child of a form, the errors that no visible field shows. Otherwise staff would read no reason. */
export function UnshownErrors({ errors, labelOf, refusal }: UnshownErrorsProps) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<unknown>(null)
  const [lines, setLines] = useState<string[]>([])
  // Runs after each render, because a field may have appeared or disappeared.
  useLayoutEffect(() => {
    const form = box.current?.parentElement
    if (!form) return
    const all = errors
      .filter(({ path }) => !showsError(form, path))
      .map(({ path, message }) => [labelOf(path), message].filter(Boolean).join(': '))
    // Items of one list have one label.
    const unshown = [...new Set(all)]
    if (unshown.join('\n') !== lines.join('\n')) return setLines(unshown)
    if (refusal === null || refusal === focused.current) return
    focused.current = refusal
    if (unshown.length > 0) box.current?.focus()
    else if (errors.length > 0) focusInvalid(form)
  })
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="col-span-full mb-4 w-full scroll-mt-28 rounded-card border border-brick/40 bg-brick-pale px-5 py-4 empty:hidden"
    >
      {lines.length > 0 && (
        <>
          <p className="font-medium">
            {lines.length === 1
              ? 'C’è un problema che nessun campo mostra.'
              : 'Ci sono problemi che nessun campo mostra.'}
          </p>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Returns the errors of single fields; an empty list for any other failure. */
export const errorsOf = (error: unknown): ShownError[] =>
  error instanceof CallError ? error.problem.errors : []
