import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { fieldTool, formTool } from '../../ui/tools.ts'
import { Icon } from '../parts/icons.tsx'
import { choiceQuery } from '../trip/choice.ts'

interface FilterFieldProps {
  label: string
  value: string
  onChange(value: string): void
  /** Number of matches in words, for a live region. */
  count: string
  /** Path of the list. Without JavaScript the form opens this path, and the server filters the list. */
  path: string
  choice: Choice
}

export function FilterField({ label, value, onChange, count, path, choice }: FilterFieldProps) {
  const { t } = useLanguage()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const takeTyped = useEffectEvent(() => {
    const typed = input.current?.value
    if (typed && typed !== value) onChange(typed)
  })
  useLayoutEffect(() => takeTyped(), [])

  return (
    <form
      {...formTool('filter_routes')}
      action={path}
      onSubmit={(event) => event.preventDefault()}
      className="print:hidden"
    >
      {Object.entries(choiceQuery(choice)).map(([name, chosen]) => (
        <input key={name} type="hidden" name={name} value={chosen} />
      ))}
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="relative w-full sm:w-88">
          <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-sea" />
          <input
            ref={input}
            id={id}
            name="cerca"
            {...fieldTool('cerca')}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-12 w-full rounded-field border border-ink/55 bg-card pr-3 pl-11"
          />
        </div>
        <span className="hidden noscript:contents">
          <Button type="submit" look="plain">
            {t('list.search')}
          </Button>
        </span>
        <p role="status" className="text-ink-soft text-sm">
          {count}
        </p>
      </div>
    </form>
  )
}
