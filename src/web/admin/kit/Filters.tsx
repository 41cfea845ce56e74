import { Children, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { ComboboxList } from '../../ui/ComboboxList.tsx'
import { ChoiceOptions, PickerNote } from './ChoiceField.tsx'
import { isLong, usePicker } from './usePicker.ts'

interface SearchBoxProps {
  label: string
  address: { search: string; set: (changes: { search: string }) => void }
}

const pauseMs = 250
const firstOfList = 'main :is([role=grid], tbody input, tbody a, tbody button)'

/** Searches after a short pause in typing. The down arrow key moves the focus past the filters to the list. */
export function SearchBox({ label, address: { search: value, set } }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Shows the search text of the URL when a link or the back button changes the URL.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => set({ search: target.value.trim() }), pauseMs)
      }}
      onKeyDown={(event) => {
        const list = event.key === 'ArrowDown' && document.querySelector<HTMLElement>(firstOfList)
        if (!list) return
        event.preventDefault()
        list.focus()
      }}
      className="h-(--control) w-full md:max-w-sm rounded-field border border-ink/40 bg-white px-3.5"
    />
  )
}

interface ChoiceFilterProps {
  label: string
  value: string | undefined
  /** Names of the choices, by value. */
  choices: Record<string, string>
  all?: string
  onChoose: (value: string | undefined) => void
}

const filterClass = 'h-(--control) max-w-[12rem] rounded-field border border-ink/40 bg-white px-2.5 text-ink'

export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, value, choices, all = 'tutti', onChoose } = props
  if (isLong(Object.entries(choices))) return <PickerFilter {...props} />
  return (
    <label className="flex items-center gap-2 text-ink-soft text-sm">
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
        className={filterClass}
      >
        <ChoiceOptions choices={Object.entries(choices)} none={all} />
      </select>
    </label>
  )
}

function PickerFilter({ label, value = '', choices, all = 'tutti', onChoose }: ChoiceFilterProps) {
  const id = useId()
  // Sorted by name, because an object puts numeric keys into the order of the numbers.
  const sorted = useMemo(
    () => Object.entries(choices).sort(([, one], [, other]) => one.localeCompare(other, 'it')),
    [choices],
  )
  const { boxProps, inputProps, listProps, note } = usePicker({
    choices: sorted,
    value,
    none: all,
    onPick: (next) => onChoose(next || undefined),
  })
  return (
    <div {...boxProps} className="relative flex items-center gap-2 text-ink-soft text-sm">
      <label htmlFor={id}>{label}</label>
      <input
        {...inputProps}
        id={id}
        type="text"
        placeholder={all}
        spellCheck={false}
        className={`${filterClass} placeholder:text-ink`}
      />
      <div className="absolute top-full right-0 z-20 w-64 text-ink">
        <ComboboxList {...listProps} label="Scelte" />
        <PickerNote>{note}</PickerNote>
      </div>
    </div>
  )
}

const notFilters = ['page', 'sort', 'search', 'columns']

/** Search field and filters of a list. On a phone, a button with the number of chosen filters opens the filters. */
export function FilterBar({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [params] = useSearchParams()
  const id = useId()
  const [search, ...filters] = Children.toArray(children)
  const chosen = [...params.keys()].filter((name) => !notFilters.includes(name)).length
  return (
    <search
      className={`mb-3 grid items-center gap-x-2 gap-y-2 md:mb-4 md:flex md:flex-wrap md:gap-x-4 ${filters.length > 0 ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}
      aria-label="Filtri"
    >
      {search}
      {filters.length > 0 && (
        <>
          <Button
            look="plain"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="px-4! md:hidden"
          >
            Filtri
            {chosen > 0 && (
              <span className="figures rounded-full bg-sea px-2 text-on-fill text-xs leading-[1.25rem]">
                {chosen}
                <span className="sr-only"> {chosen === 1 ? 'scelto' : 'scelti'}</span>
              </span>
            )}
          </Button>
          <div
            id={id}
            className={`col-span-2 flex-wrap items-center gap-x-4 gap-y-2 md:contents ${isOpen ? 'flex' : 'hidden'}`}
          >
            {filters}
          </div>
        </>
      )}
    </search>
  )
}
