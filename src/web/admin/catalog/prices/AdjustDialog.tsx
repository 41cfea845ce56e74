import { useState } from 'react'
import { type PriceField, priceFields } from '../../../../modules/catalog/book/contract.ts'
import { AdjustPrices, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { countOf, showNumber } from '../../kit/format.ts'
import { CommandForm, errorsOf } from '../../kit/UnshownErrors.tsx'
import type { SavingDialogProps } from './LastSave.tsx'
import { Proposal, proposalRenews } from './Proposal.tsx'
import type { SelectedCells } from './selection.ts'
import type { PriceFilter } from './usePricedRoutes.ts'

interface AdjustDialogProps extends SavingDialogProps {
  /** Filter that selects the routes to change. */
  filter: PriceFilter
  total: number
  /** Selected cells of the grid; null if only one cell is active. */
  selected: SelectedCells | null
}

export function AdjustDialog({ filter, total, selected, onSaved, onClose }: AdjustDialogProps) {
  const [isSelection, setIsSelection] = useState(selected !== null)
  const [fields, setFields] = useState<PriceField[]>(
    selected && selected.fields.length > 0 ? selected.fields : [...priceFields],
  )
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent')
  const [by, setBy] = useState('')
  const [roundTo, setRoundTo] = useState('')
  const [isPlanned, setIsPlanned] = useState(false)
  /** Ids of the routes that the user excluded because their new prices would be invalid. */
  const [invalid, setInvalid] = useState<number[]>([])
  const plan = useCommandCall(AdjustPrices, { failed: 'Impossibile calcolare i nuovi prezzi' })
  const adjust = useCommandCall(AdjustPrices, {
    done: 'Prezzi aggiornati con successo',
    failed: 'Errore durante l’aggiornamento dei prezzi',
    renews: proposalRenews,
    onDone: onSaved,
  })
  const { sort: _, ...wanted } = filter
  const percent = Number(by.trim().replace(',', '.'))
  const input = {
    filter: isSelection && selected ? { ids: selected.ids.join(',') } : wanted,
    fields,
    // The API takes a percentage as a number, but an amount as text.
    ...(unit === 'percent' ? { percent } : { amount: by }),
    ...(roundTo ? { roundTo } : {}),
  }
  const isWrong = by.trim() === '' || (unit === 'percent' && !Number.isFinite(percent))
  const preview = (excludedIds = invalid) =>
    plan.mutate(
      { ...input, excludedIds, dryRun: true },
      // The form shows what is wrong with its own fields; the next step, which routes cannot change.
      { onError: (error) => setIsPlanned(errorsOf(error).length === 0 || routeIdsOf(error).length > 0) },
    )
  const refused = routeIdsOf(plan.error)

  return (
    <Dialog title="Adegua i prezzi" onClose={onClose}>
      {isPlanned ? (
        <>
          <Proposal
            of={plan}
            isPending={adjust.isPending}
            error={adjust.error}
            verb="Cambia"
            nothing="Nessun prezzo cambierebbe."
            canExclude
            onApply={(decision) =>
              adjust.mutate(
                {
                  ...input,
                  dryRun: false,
                  ...decision,
                  excludedIds: [...decision.excludedIds, ...invalid],
                },
                { onError: () => preview() },
              )
            }
            onBack={() => {
              setIsPlanned(false)
              setInvalid([])
              plan.reset()
            }}
          />
          {refused.length > 0 && (
            <Button
              look="sea"
              className="mt-3"
              onClick={() => {
                const excludedIds = [...new Set([...invalid, ...refused])]
                setInvalid(excludedIds)
                preview(excludedIds)
              }}
            >
              {refused.length === 1
                ? 'Lascia com’è questa tratta e continua'
                : `Lascia come sono queste ${showNumber(refused.length)} tratte e continua`}
            </Button>
          )}
        </>
      ) : (
        <CommandForm
          error={plan.error}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isWrong) return
            setIsPlanned(true)
            preview()
          }}
        >
          <Scope
            selected={selected?.ids.length}
            total={total}
            isSelection={isSelection}
            onChange={setIsSelection}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Variazione"
              name={unit}
              aria-required
              inputMode="decimal"
              value={by}
              onChange={({ target }) => setBy(target.value)}
              hint="Con il meno per abbassare"
              error={by !== '' && isWrong ? 'Scrivi un numero, per esempio 10 oppure -5' : undefined}
            />
            <SelectField
              label="In"
              aria-required
              value={unit}
              onChange={({ target }) => setUnit(target.value === 'amount' ? 'amount' : 'percent')}
            >
              <option value="percent">per cento</option>
              <option value="amount">euro</option>
            </SelectField>
            <SelectField
              label="Arrotonda a"
              name="roundTo"
              aria-required
              value={roundTo}
              onChange={({ target }) => setRoundTo(target.value)}
            >
              <option value="">centesimi</option>
              <option value="0,50">50 centesimi</option>
              <option value="1">1 euro</option>
              <option value="5">5 euro</option>
              <option value="10">10 euro</option>
            </SelectField>
          </div>
          <fieldset className="grid gap-x-4 sm:grid-cols-2">
            <legend className="mb-1 font-medium text-sm">Quali prezzi</legend>
            {priceFields.map((field) => (
              <label key={field} className="flex min-h-(--target) items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 accent-sea"
                  checked={fields.includes(field)}
                  onChange={({ target }) =>
                    setFields(
                      priceFields.filter((one) => (one === field ? target.checked : fields.includes(one))),
                    )
                  }
                />
                {priceLabels[field]}
              </label>
            ))}
          </fieldset>
          <div className="flex flex-wrap justify-end gap-2">
            <LeaveButton>Annulla</LeaveButton>
            <Button
              look="sea"
              type="submit"
              aria-busy={plan.isPending}
              disabled={isWrong || plan.isPending || fields.length === 0}
            >
              Anteprima
            </Button>
          </div>
        </CommandForm>
      )}
    </Dialog>
  )
}

/** Returns the ids of routes with an invalid new price. The path of such an error is `<route id>.<field>`. */
const routeIdsOf = (error: unknown) => [
  ...new Set(
    errorsOf(error)
      .map(({ path }) => Number(path.split('.')[0]))
      .filter((id) => id > 0),
  ),
]

interface ScopeProps {
  /** Number of selected routes; undefined if there is no selection. */
  selected: number | undefined
  total: number
  isSelection: boolean
  onChange: (isSelection: boolean) => void
}

function Scope({ selected, total, isSelection, onChange }: ScopeProps) {
  const all = countOf(total, ['tratta', 'tratte'])
  if (selected === undefined)
    return <p className="text-ink-soft">{`Vale per le tratte dell’elenco, come è filtrato: ${all}.`}</p>
  const choices = [
    [true, selected === 1 ? 'La tratta selezionata' : `Le ${showNumber(selected)} tratte selezionate`],
    [false, `Tutto l’elenco, come è filtrato: ${all}`],
  ] as const
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">Quali tratte</legend>
      {choices.map(([value, label]) => (
        <label key={label} className="flex min-h-(--target) items-center gap-2">
          <input
            type="radio"
            name="scope"
            className="size-5 accent-sea"
            checked={isSelection === value}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
