import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { SelectField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Errors } from '../../ui/useForm.ts'
import { useRequests } from './useRequests.ts'

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9]

export function PartyFields({ errors }: { errors: Errors }) {
  const { t } = useLanguage()
  const { passengers, bags } = shownParty(useRequests().trip)
  return (
    <>
      <SelectField
        isBoxed
        label={t('trip.passengers')}
        name="passeggeri"
        defaultValue={passengers}
        error={errors.passeggeri}
      >
        {counts.map((count) => (
          <option key={count} value={count}>
            {count > 8 ? t('party.moreThanEight') : t('party.passengers', { count })}
          </option>
        ))}
      </SelectField>
      <SelectField isBoxed label={t('trip.bags')} name="bagagli" defaultValue={bags} error={errors.bagagli}>
        <option value={0}>{t('party.none')}</option>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count > 8 ? t('party.moreThanEight') : t('party.bags', { count })}
          </option>
        ))}
      </SelectField>
    </>
  )
}
