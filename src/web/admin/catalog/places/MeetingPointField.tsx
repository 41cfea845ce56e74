import { type FieldValues, useWatch } from 'react-hook-form'
import { meetingPointWords } from '../../../../modules/catalog/places/meetingPoint.contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { FormText } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

/** Field for the meeting point. Its hint shows the sentence as the route pages of this place state it. */
export function MeetingPointField({ form }: { form: ContractForm<FieldValues> }) {
  const { t } = useLanguage()
  const { control } = form.rhf
  const type = useWatch({ control, name: 'locationType' })
  const written = useWatch({ control, name: 'meetingPoint' })
  const kind = type === 'Stazione Ferrovia' ? 'Stazione' : type
  return (
    <FormText
      form={form}
      name="meetingPoint"
      label="Punto d’incontro"
      hint={`Nelle tratte che partono da qui si legge: «Ti aspettiamo ${meetingPointWords(t, kind, written ?? null)}.»`}
    />
  )
}
