import { type Static, Type } from '@sinclair/typebox'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { titled } from '../../../../kernel/field.ts'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import { AdjustPrices, OnePriceField, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { FormSelect } from '../../kit/Form.tsx'
import { useLabel } from '../../kit/fieldLabel.ts'
import { countOf, showNumber } from '../../kit/format.ts'
import { errorsOf } from '../../kit/UnshownErrors.tsx'
import type { SavingDialogProps } from './LastSave.tsx'
import { type Decision, Proposal } from './Proposal.tsx'
import { priceAnswers } from './priceAnswers.ts'
import type { SelectedCells } from './selection.ts'
import type { PriceFilter } from './usePricedRoutes.ts'

interface AdjustDialogProps extends SavingDialogProps {
  /** Filter that selects the routes to change. */
  filter: PriceFilter
  total: number
  /** Selected cells of the grid; null if only one cell is active. */
  selected: SelectedCells | null
}

/** Fields of the first step. The API takes a percentage as a number, but an amount as text. */
const entered = {
  input: Type.Object({
    isSelection: Type.Boolean(),
    fields: Type.Array(OnePriceField),
    unit: Type.Union([Type.Literal('percent'), Type.Literal('amount')]),
    percent: titled('Variazione', Type.String()),
    amount: titled('Variazione', Type.String()),
    roundTo: titled('Arrotonda a', Type.String()),
  }),
}
type Entered = Static<typeof entered.input>

export function AdjustDialog({ filter, total, selected, onSaved, onClose }: AdjustDialogProps) {
  /** Values with which the first step starts, also when staff come back to it. */
  const [start, setStart] = useState<Entered>({
    isSelection: selected !== null,
    fields: selected && selected.fields.length > 0 ? selected.fields : [...priceFields],
    unit: 'percent',
    percent: '',
    amount: '',
    roundTo: '',
  })
  const [isPlanned, setIsPlanned] = useState(false)
  /** Ids of the routes that the user excluded because their new prices would be invalid. */
  const [invalid, setInvalid] = useState<number[]>([])
  const plan = useCommandCall(AdjustPrices, { failed: 'Impossibile calcolare i nuovi prezzi' })
  const adjust = useCommandCall(AdjustPrices, {
    done: 'Prezzi aggiornati con successo',
    failed: 'Errore durante l’aggiornamento dei prezzi',
    renews: priceAnswers,
    onDone: onSaved,
  })
  const { sort: _, ...wanted } = filter
  const inputOf = ({ isSelection, fields, unit, percent, amount, roundTo }: Entered) => ({
    filter: isSelection && selected ? { ids: selected.ids.join(',') } : wanted,
    fields,
    ...(unit === 'percent' ? { percent: numberOf(percent) } : { amount }),
    ...(roundTo ? { roundTo } : {}),
  })
  const trialOf = (of: Entered, excludedIds: number[]) => ({ ...inputOf(of), excludedIds, dryRun: true })
  const refused = routeIdsOf(plan.error)

  async function planFirst(of: Entered): Promise<void> {
    setStart(of)
    try {
      await plan.mutateAsync(trialOf(of, invalid))
    } catch (error) {
      // The form shows what is wrong with its own fields; the next step, which routes cannot change.
      if (errorsOf(error).length > 0 && routeIdsOf(error).length === 0) throw error
    }
    setIsPlanned(true)
  }

  const apply = (decision: Decision) =>
    adjust.mutateAsync(
      {
        ...inputOf(start),
        dryRun: false,
        ...decision,
        excludedIds: [...decision.excludedIds, ...invalid],
      },
      { onError: () => plan.mutate(trialOf(start, invalid)) },
    )

  return (
    <Dialog title="Adegua i prezzi" onClose={onClose}>
      {isPlanned ? (
        <>
          <Proposal
            of={plan}
            verb="Cambia"
            nothing="Nessun prezzo cambierebbe."
            canExclude
            onApply={apply}
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
                plan.mutate(trialOf(start, excludedIds))
              }}
            >
              {refused.length === 1
                ? 'Lascia com’è questa tratta e continua'
                : `Lascia come sono queste ${showNumber(refused.length)} tratte e continua`}
            </Button>
          )}
        </>
      ) : (
        <ChangeForm start={start} selected={selected?.ids.length} total={total} onPlan={planFirst} />
      )}
    </Dialog>
  )
}

const numberOf = (percent: string) => Number(percent.trim().replace(',', '.'))

interface ChangeProps {
  start: Entered
  /** Number of selected routes; undefined if there is no selection. */
  selected: number | undefined
  total: number
  onPlan: (of: Entered) => Promise<void>
}

const ChangeForm = actForm<typeof entered, ChangeProps>({
  asked: entered,
  valuesOf: ({ start }) => start,
  send: (input, { onPlan }) => onPlan(input),
  className: 'grid gap-4',
  Fields: ChangeFields,
})

const roundings = [
  ['', 'centesimi'],
  ['0,50', '50 centesimi'],
  ['1', '1 euro'],
  ['5', '5 euro'],
  ['10', '10 euro'],
] as const

function ChangeFields({ form, selected, total }: ActParts<typeof entered, ChangeProps>) {
  const { watch, setValue } = form.rhf
  const values: Entered = watch()
  const { isSelection, unit, fields } = values
  const by = values[unit]
  const isWrong = by.trim() === '' || (unit === 'percent' && !Number.isFinite(numberOf(by)))
  return (
    <>
      <Scope
        selected={selected}
        total={total}
        isSelection={isSelection}
        onChange={(isChosen) => setValue('isSelection', isChosen)}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Variation
          key={unit}
          form={form}
          unit={unit}
          fault={by !== '' && isWrong ? 'Scrivi un numero, per esempio 10 oppure -5' : undefined}
        />
        <SelectField
          label="In"
          aria-required
          value={unit}
          onChange={({ target }) => {
            const next = target.value === 'amount' ? 'amount' : 'percent'
            setValue('unit', next)
            setValue(next, by)
          }}
        >
          <option value="percent">per cento</option>
          <option value="amount">euro</option>
        </SelectField>
        <FormSelect form={form} name="roundTo" choices={roundings} />
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
                setValue(
                  'fields',
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
        <SendButton form={form} disabled={isWrong || fields.length === 0}>
          Anteprima
        </SendButton>
      </div>
    </>
  )
}

interface VariationProps extends Pick<ActParts<typeof entered>, 'form'> {
  unit: Entered['unit']
  fault: string | undefined
}

/** The field shows at once that its text is no number. */
function Variation({ form, unit, fault }: VariationProps) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: unit })
  return (
    <TextField
      {...field}
      label={useLabel(form, unit, undefined)}
      aria-required
      inputMode="decimal"
      hint="Con il meno per abbassare"
      error={fault ?? fieldState.error?.message}
    />
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
