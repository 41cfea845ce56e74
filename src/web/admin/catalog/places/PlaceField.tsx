import { useRef, useState } from 'react'
import {
  type PlaceDetails,
  type Prediction,
  ReadPlace,
  SuggestPlaces,
} from '../../../../modules/catalog/places/lookup.contract.ts'
import { call } from '../../../client.ts'
import { ComboboxList } from '../../../ui/ComboboxList.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCombobox } from '../../../ui/useCombobox.ts'
import type { Option } from '../../../ui/useSuggestions.ts'
import { sentenceOf } from '../../kit/api.ts'
import { leaveIfOut } from '../../kit/session.ts'

interface PlaceFieldProps {
  label: string
  name: string
  value: string
  error?: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
  /** Called with the details of the picked suggestion. */
  onPlace: (place: PlaceDetails) => void
}

const charsMin = 3

export function PlaceField({ label, name, value, error, onChange, onBlur, onPlace }: PlaceFieldProps) {
  const predictions = useRef<Prediction[]>([])
  // Google bills the suggestions and the chosen place of one session together. The next place needs a new session.
  const session = useRef(crypto.randomUUID())
  const [instead, setInstead] = useState('')

  const combobox = useCombobox({
    value: { text: value, id: null },
    options: { load, charsMin },
    onChange({ text, id: index }) {
      onChange(text)
      const picked = index === null ? undefined : predictions.current[index]
      if (picked) void fill(picked.place_id)
    },
  })

  async function load(text: string, signal: AbortSignal): Promise<Option[]> {
    const found = await call<typeof SuggestPlaces>(
      SuggestPlaces.http,
      { input: text, session: session.current },
      { signal },
    )
    setInstead(found.error ? `Google non risponde (${found.error}): luoghi dai dati inclusi.` : '')
    predictions.current = found.predictions
    return found.predictions.map(({ structured_formatting: { main_text, secondary_text } }, index) => ({
      id: index,
      name: main_text,
      note: secondary_text,
    }))
  }

  async function fill(placeId: string): Promise<void> {
    try {
      const input = { place_id: placeId, session: session.current }
      // A call ends the session, even if the call fails.
      session.current = crypto.randomUUID()
      const { result, error: problem } = await call<typeof ReadPlace>(ReadPlace.http, input)
      if (result) onPlace(result)
      else toast({ title: 'Luogo non trovato', text: problem ?? '', tone: 'destructive' })
    } catch (failure) {
      leaveIfOut(failure)
      toast({ title: 'Luogo non trovato', text: sentenceOf(failure), tone: 'destructive' })
    }
  }

  const { boxProps, isOpen, state, inputProps, listProps } = combobox
  const note = state === 'none' ? 'Nessun suggerimento: il nome si può scrivere anche a mano.' : ''
  return (
    <div {...boxProps} className="relative">
      <TextField
        {...inputProps}
        label={label}
        name={name}
        aria-required
        error={error}
        hint={
          (isOpen && note) ||
          instead ||
          'Da 3 lettere compaiono i suggerimenti, che riempiono gli altri campi.'
        }
        spellCheck={false}
        onBlur={onBlur}
      />
      <ComboboxList {...listProps} label="Luoghi suggeriti" />
    </div>
  )
}
