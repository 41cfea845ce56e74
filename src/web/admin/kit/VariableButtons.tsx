import { type ReactNode, useRef } from 'react'

interface VariableButtonsProps {
  /** Names without braces. */
  names: readonly string[]
  children: ReactNode
}

export function VariableButtons({ names, children }: VariableButtonsProps) {
  const group = useRef<HTMLDivElement>(null)

  /** Inserts text with the browser's editing command, so that Ctrl Z can undo it. */
  function insert(name: string): void {
    group.current?.querySelector('textarea')?.focus()
    document.execCommand('insertText', false, `{${name}}`)
  }

  return (
    <div ref={group} className="grid gap-2">
      {children}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Inserisci una variabile</legend>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            onClick={() => insert(name)}
            className="min-h-(--target) rounded-full border border-sea/50 bg-sea-pale px-3 text-sea-deep text-sm hover:border-sea"
          >
            {`{${name}}`}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
