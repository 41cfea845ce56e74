import { useState } from 'react'
import type { Journey } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import type { Choice } from '../../ui/useCombobox.ts'
import { PlaceField } from './PlaceField.tsx'
import { useRequests } from './useRequests.ts'

/** Asks for the town of a street address, because the town’s fare applies. */
export function TownField({ end }: { end: 'departure' | 'destination' }) {
  const { t } = useLanguage()
  const { trip, changeTrip } = useRequests()
  const [typed, setTyped] = useState<Choice>({ text: trip[`${end}Town`], id: null })
  const choose = ({ text }: Choice) => changeTrip({ [`${end}Town`]: text.trim() } satisfies Partial<Journey>)
  return (
    <PlaceField
      label={t('trip.town', { address: trip[end] })}
      name={`${end}Town`}
      value={typed}
      other={{ text: '', id: null }}
      onChange={setTyped}
      onPick={choose}
      onLeave={choose}
      className="col-span-full"
    />
  )
}
