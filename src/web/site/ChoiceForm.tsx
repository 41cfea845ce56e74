import { countChoices, moreThanEight } from '../../modules/catalog/fares/counts.contract.ts'
import type { Choice } from '../../modules/content/pages/contract.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'
import { dayWords } from './choice.ts'

interface ChoiceFormProps {
  choice: Choice
  /** Path of the page. */
  path: string
  given?: Record<string, string>
  className?: string
}

/** A plain form that puts the choice into the page's URL. */
export function ChoiceForm({ choice, path, given = {}, className = '' }: ChoiceFormProps) {
  const { day, returnDay, passengers, bags, today, lastDay, errors } = choice
  const errorOf = (name: string) => errors.find((error) => error.path === name)?.message
  const isWanted = errors.length > 0 || [day, returnDay, passengers, bags].some((value) => value !== null)
  const days = { type: 'date', min: today, max: lastDay, className: 'min-w-0' }
  return (
    <details
      open={isWanted}
      className={`group rounded-card border border-line bg-card print:hidden ${className}`}
    >
      <summary className="flex min-h-12 items-center justify-between gap-3 px-5 py-3 font-semibold">
        <span>
          {day ? `Prezzi di ${dayWords(day)}` : 'Scegli giorno e passeggeri'}
          <span className="block font-normal text-ink-soft text-sm">
            Il prezzo dipende dal giorno del viaggio e da quanti siete.
          </span>
        </span>
        <span aria-hidden="true" className="text-2xl text-sea transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <form action={path} className="grid items-start gap-4 border-line border-t p-5">
        {Object.entries(given).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
          <TextField
            label="Giorno"
            name="giorno"
            {...days}
            defaultValue={day ?? ''}
            error={errorOf('giorno')}
          />
          <TextField
            label="Ritorno"
            name="ritorno"
            {...days}
            defaultValue={returnDay ?? ''}
            error={errorOf('ritorno')}
          />
          <CountField label="Passeggeri" name="passeggeri" value={passengers} error={errorOf('passeggeri')} />
          <CountField label="Bagagli" name="bagagli" hasNone value={bags} error={errorOf('bagagli')} />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit" look="sea">
            Mostra i prezzi
          </Button>
          {isWanted && (
            <a
              href={withGiven(path, given)}
              className="inline-flex min-h-11 items-center text-sea underline underline-offset-4"
            >
              Torna ai prezzi di oggi
            </a>
          )}
        </div>
      </form>
    </details>
  )
}

const withGiven = (path: string, given: Record<string, string>) =>
  Object.keys(given).length > 0 ? `${path}?${new URLSearchParams(given)}` : path

interface CountFieldProps {
  label: string
  name: string
  hasNone?: boolean
  value: number | null
  error: string | undefined
}

function CountField({ label, name, hasNone = false, value, error }: CountFieldProps) {
  return (
    <SelectField label={label} name={name} defaultValue={value ?? ''} error={error} className="min-w-0">
      <option value="">Scegli…</option>
      {hasNone && <option value={0}>Nessuno</option>}
      {countChoices.slice(0, -1).map((count) => (
        <option key={count}>{count}</option>
      ))}
      <option value={9}>{moreThanEight}</option>
    </SelectField>
  )
}
