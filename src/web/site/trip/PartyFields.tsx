import { moreThanEight } from '../../../modules/catalog/fares/counts.contract.ts'
import { bagWords, passengerWords, shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { SelectField } from '../../ui/Field.tsx'
import type { Errors } from '../../ui/useForm.ts'
import { useRequests } from '../useRequests.ts'

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export function PartyFields({ errors }: { errors: Errors }) {
  const { passengers, bags } = shownParty(useRequests().trip)
  return (
    <>
      <SelectField
        isBoxed
        label="Passeggeri"
        name="passeggeri"
        defaultValue={passengers}
        error={errors.passeggeri}
      >
        {counts.map((count) => (
          <option key={count} value={count}>
            {count > 8 ? moreThanEight : passengerWords(count)}
          </option>
        ))}
      </SelectField>
      <SelectField isBoxed label="Bagagli" name="bagagli" defaultValue={bags} error={errors.bagagli}>
        <option value={0}>Nessun bagaglio</option>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count > 8 ? moreThanEight : bagWords(count)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
