import { type PriceWarning, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import type { CreateRoute } from '../../../../modules/catalog/routes/contract.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import type { FormQuestion } from '../../kit/ThingForm.tsx'

type Found = Pick<PriceWarning, 'field' | 'message'>[]

/** Asks staff to confirm prices that differ from those of similar routes. */
export function PriceQuestion(props: FormQuestion<typeof CreateRoute, Found>) {
  const { found, onConfirm, onClose } = props
  return (
    <Confirm
      title="Questi prezzi sono giusti?"
      action="Sono giusti, salva"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ul className="grid gap-2">
        {found.map(({ field, message }) => (
          <li key={field}>
            <strong className="block text-ink">{priceLabels[field]}</strong>
            {message}
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
