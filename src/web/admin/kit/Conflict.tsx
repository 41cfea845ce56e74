import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { fieldLabel, fieldText } from './fieldLabel.ts'
import { valueAt } from './merge.ts'
import type { Clash, ContractForm } from './useContractForm.ts'

interface ConflictProps<T extends FieldValues> {
  form: ContractForm<T>
  clash: Clash
}

type Choice = 'mine' | 'theirs'

/** Shows both values of each field that two users changed. Every field needs a choice before saving. */
export function Conflict<T extends FieldValues>({ form, clash }: ConflictProps<T>) {
  const { names, mine, theirs } = clash
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [isAsked, setAsked] = useState(false)
  const chooseAll = (choice: Choice) => setChoices(Object.fromEntries(names.map((name) => [name, choice])))
  return (
    <Dialog
      title="Un’altra persona ha salvato nel frattempo"
      intro={
        names.length === 1
          ? 'Nulla è stato sovrascritto. Avete cambiato entrambi questo campo: scegli quale valore resta. Gli altri campi si uniscono da soli.'
          : 'Nulla è stato sovrascritto. Avete cambiato entrambi questi campi: scegli quale valore resta. Gli altri si uniscono da soli.'
      }
      onClose={form.closeClash}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const open = names.find((name) => !choices[name])
          if (!open) return form.settle(names.filter((name) => choices[name] === 'mine'))
          setAsked(true)
          event.currentTarget.querySelector<HTMLElement>(`[name="conflict ${open}"]`)?.focus()
        }}
      >
        {names.map((name) => (
          <fieldset
            key={name}
            aria-describedby={isAsked && !choices[name] ? `conflict-${name}` : undefined}
            className="grid gap-2 rounded-card border border-line bg-white p-4"
          >
            <legend className="px-1 font-semibold">{fieldLabel(form.words, name)}</legend>
            {(
              [
                ['mine', 'La mia', mine],
                ['theirs', 'Quella salvata', theirs],
              ] as const
            ).map(([choice, title, row]) => (
              <label key={choice} className="flex min-h-(--target) items-start gap-3">
                <input
                  type="radio"
                  name={`conflict ${name}`}
                  className="mt-0.5 size-5 shrink-0 accent-sea"
                  checked={choices[name] === choice}
                  onChange={() => setChoices({ ...choices, [name]: choice })}
                />
                <span className="min-w-0">
                  <span className="text-ink-soft">{title}: </span>
                  <span className="wrap-anywhere line-clamp-6 whitespace-pre-line font-medium">
                    {fieldText(form.words, name, valueAt(row, name))}
                  </span>
                </span>
              </label>
            ))}
            {isAsked && !choices[name] && (
              <p id={`conflict-${name}`} role="alert" className="font-medium text-brick text-sm">
                Scegli quale valore resta
              </p>
            )}
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          {names.length > 1 && (
            <>
              <Button look="plain" onClick={() => chooseAll('theirs')}>
                Tutti quelli salvati
              </Button>
              <Button look="plain" onClick={() => chooseAll('mine')}>
                Tutti i miei
              </Button>
            </>
          )}
          <Button look="sea" type="submit">
            Salva così
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
