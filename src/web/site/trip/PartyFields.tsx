import type { Errors } from '../../ui/useForm.ts'
import { useRequests } from '../useRequests.ts'
import { CountField } from './BoxField.tsx'
import { partyIn } from './trip.ts'

const counts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const counted = (one: string, more: string) => (count: number) =>
  [count, count > 8 ? 'Più di 8' : `${count || 'Nessun'} ${count > 1 ? more : one}`] as const
const passengerChoices = counts.slice(1).map(counted('passeggero', 'passeggeri'))
const bagChoices = counts.map(counted('bagaglio', 'bagagli'))

/** How many people travel, and with how many bags. */
export function PartyFields({ errors }: { errors: Errors }) {
  const { passengers, bags } = partyIn(useRequests().trip)
  return (
    <>
      <CountField
        label="Passeggeri"
        name="passeggeri"
        value={passengers}
        choices={passengerChoices}
        error={errors.passeggeri}
      />
      <CountField label="Bagagli" name="bagagli" value={bags} choices={bagChoices} error={errors.bagagli} />
    </>
  )
}
