import { useWatch } from 'react-hook-form'
import type { LocationForm } from '../../../../modules/catalog/places/contract.ts'
import { meetingPointWords } from '../../../../modules/catalog/places/meetingPoint.contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { FormText } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

/** Field for the meeting point. Its hint shows the sentence that route pages build from the text. */
export function MeetingPointField({ form }: { form: ContractForm<LocationForm> }) {
  const { t } = useLanguage()
  const { control } = form.rhf
  const type = useWatch({ control, name: 'locationType' })
  const written = useWatch({ control, name: 'meetingPoint' })
  const kind = type === 'Stazione Ferrovia' ? 'Stazione' : type
  return (
    <FormText
      form={form}
      name="meetingPoint"
      hint={`Nelle tratte che partono da qui si legge: «Ti aspettiamo ${meetingPointWords(t, kind, written ?? null)}.»`}
    />
  )
}
