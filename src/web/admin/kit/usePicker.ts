import { type FocusEvent, type MouseEvent, useEffect, useState } from 'react'
import { useCombobox } from '../../ui/useCombobox.ts'
import { plainText } from './plainText.ts'

export type Choices = readonly (readonly [value: string | number, name: string])[]

/** Maximum choices of a native `<select>`. A longer list gets a combobox, in which the user can search. */
const nativeMax = 20

/** Maximum options in the popup; the user types to reach others. */
const shownMax = 400

export const isLong = (choices: Choices) => choices.length > nativeMax

export interface PickerOptions {
  choices: Choices
  /** Value of the chosen option as text; empty for none. */
  value: string
  /** Name of the empty option; omitted if a value is required. */
  none?: string | undefined
  onPick: (value: string) => void
}

/** Combobox for a list of choices. When the focus leaves the field, the typed text picks what `onlyOne` finds. */
export function usePicker({ choices, value, none, onPick }: PickerOptions) {
  // Null until the user types.
  const [typed, setTyped] = useState<string | null>(null)
  const all: Choices = none === undefined ? choices : [['', none], ...choices]
  const chosen = choices.find(([one]) => String(one) === value)?.[1] ?? ''
  const matches = typed === null ? all : matching(all, typed)
  const shown = matches.slice(0, shownMax)
  const pick = (one: Choices[number] | undefined) => {
    setTyped(null)
    if (one && String(one[0]) !== value) onPick(String(one[0]))
  }
  const combobox = useCombobox({
    value: { text: typed ?? chosen, id: null },
    options: {
      list: shown.map(([one, name], index) => ({
        id: index,
        name,
        ...(String(one) === value && value !== '' ? { note: 'scelta' } : {}),
      })),
      first: typed !== null ? 0 : value === '' ? -1 : shown.findIndex(([one]) => String(one) === value),
    },
    onChange: ({ text, id }) => (id === null ? setTyped(text) : pick(shown[id])),
    onLeave: () => {
      if (typed !== null) pick(onlyOne(all, typed))
    },
  })
  const { ref } = combobox.inputProps
  // Highlights the chosen name in the field, so that the next letter replaces the name.
  useEffect(() => {
    if (chosen !== '' && ref.current === document.activeElement) ref.current?.select()
  }, [ref, chosen])
  const note = combobox.isOpen && shown.length === 0 ? 'Nessuna voce contiene questo testo.' : ''
  const { onClick } = combobox.inputProps
  const inputProps = {
    ...combobox.inputProps,
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    onClick({ currentTarget }: MouseEvent<HTMLInputElement>) {
      if (typed === null) currentTarget.select()
      onClick()
    },
  }
  return { ...combobox, inputProps, note }
}

/** Returns the choices that contain every typed word. */
function matching(choices: Choices, typed: string): Choices {
  const words = plainText(typed).split(/\s+/)
  return choices.filter(([, name]) => words.every((word) => plainText(name).includes(word)))
}

/** Returns the choice with the typed name, or the only one that contains the words. Empty text is the empty option. */
function onlyOne(choices: Choices, typed: string): Choices[number] | undefined {
  const text = plainText(typed.trim())
  if (text === '') return choices.find(([value]) => value === '')
  const found = matching(choices, typed)
  return found.find(([, name]) => plainText(name) === text) ?? (found.length === 1 ? found[0] : undefined)
}
