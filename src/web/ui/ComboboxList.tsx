import { useEffect, useRef } from 'react'
import { Arrowed } from './Arrowed.tsx'
import type { Option } from './useSuggestions.ts'

interface ComboboxListProps {
  id: string
  label: string
  isOpen: boolean
  isInline: boolean
  options: Option[]
  active: number
  onPick(option: Option, isTouch: boolean): void
}

/** List of options, either in a popup over the page or inline below the field. */
export function ComboboxList({ id, label, isOpen, isInline, options, active, onPick }: ComboboxListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      hidden={!isOpen}
      className={`overflow-y-auto overscroll-contain ${
        isInline
          ? 'mt-3 max-h-[50vh]'
          : 'absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 rounded-card border border-line bg-card p-1.5 shadow-soft'
      }`}
    >
      {options.map((option, index) => (
        <OptionRow
          key={option.id}
          id={`${id}-${index}`}
          option={option}
          isActive={index === active}
          onPick={(isTouch) => onPick(option, isTouch)}
        />
      ))}
    </div>
  )
}

interface OptionRowProps {
  id: string
  option: Option
  isActive: boolean
  onPick(isTouch: boolean): void
}

function OptionRow({ id, option, isActive, onPick }: OptionRowProps) {
  const ref = useRef<HTMLDivElement>(null)
  const isTouch = useRef(false)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys of its options.
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerDown={(event) => {
        // Keeps the focus in the field.
        event.preventDefault()
        isTouch.current = event.pointerType === 'touch'
      }}
      onClick={() => onPick(isTouch.current)}
      className="flex min-h-(--target) cursor-pointer items-center justify-between gap-3 rounded-field px-3 py-2 hover:bg-panel
        aria-selected:bg-sea aria-selected:text-on-fill"
    >
      <span className="font-medium">
        <Arrowed text={option.name} />
      </span>
      {option.note && <span className="shrink-0 text-sm">{option.note}</span>}
    </div>
  )
}
