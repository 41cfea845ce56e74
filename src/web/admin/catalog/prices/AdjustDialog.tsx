import { useState } from 'react'
import { AdjustPrices, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { type PriceField, priceFields } from '../../../../modules/catalog/search/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { showNumber } from '../../kit/format.ts'
import { Proposal, proposalRenews } from './Proposal.tsx'
import type { PriceFilter } from './usePricedRoutes.ts'

interface AdjustDialogProps {
  /** Filter that selects the routes to change. */
  filter: PriceFilter
  total: number
  onClose: () => void
}

export function AdjustDialog({ filter, total, onClose }: AdjustDialogProps) {
  const [fields, setFields] = useState<PriceField[]>([...priceFields])
  const [unit, setUnit] = useState<'percent' | 'amount'>('percent')
  const [by, setBy] = useState('')
  const [roundTo, setRoundTo] = useState('')
  const plan = useCommandCall(AdjustPrices, { failed: 'Impossibile calcolare i nuovi prezzi' })
  const adjust = useCommandCall(AdjustPrices, {
    done: 'Prezzi aggiornati con successo',
    failed: 'Errore durante l’aggiornamento dei prezzi',
    renews: proposalRenews,
    onDone: onClose,
  })
  const { sort: _, ...wanted } = filter
  const percent = Number(by.trim().replace(',', '.'))
  const input = {
    filter: wanted,
    fields,
    // The server reads a percentage as a number, but an amount as text.
    ...(unit === 'percent' ? { percent } : { amount: by }),
    ...(roundTo ? { roundTo } : {}),
  }
  const isWrong = by.trim() === '' || (unit === 'percent' && !Number.isFinite(percent))
  const scope = `${showNumber(total)} ${total === 1 ? 'tratta' : 'tratte'}`

  return (
    <Dialog
      title="Adegua i prezzi"
      intro={`Vale per le tratte dell’elenco, come è filtrato: ${scope}.`}
      onClose={onClose}
    >
      {plan.data || plan.isError ? (
        <Proposal
          of={plan}
          isPending={adjust.isPending}
          verb="Cambia"
          nothing="Nessun prezzo cambierebbe."
          onApply={(reason) => adjust.mutate({ ...input, dryRun: false, reason })}
          onClose={plan.reset}
        />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isWrong) plan.mutate({ ...input, dryRun: true })
          }}
        >
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label="Variazione"
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
              <label key={field} className="flex min-h-9 items-center gap-2">
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
            <Button look="plain" onClick={onClose}>
              Annulla
            </Button>
            <Button
              look="sea"
              type="submit"
              aria-busy={plan.isPending}
              disabled={isWrong || plan.isPending || fields.length === 0}
            >
              Anteprima
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
