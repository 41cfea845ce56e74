import type { CreateRoute } from '../../../../modules/catalog/routes/contract.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { FieldGroup } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'
import { useRouteText } from './useRouteText.ts'

interface RouteTextsProps {
  form: ContractForm<typeof CreateRoute.input.static>
  /** Names of departure (`from`) and destination (`to`); null until staff choose the place. */
  from: string | null
  to: string | null
}

export function RouteTexts({ form, from, to }: RouteTextsProps) {
  const ai = useRouteText(from, to)
  return (
    <FieldGroup title="Testi">
      <AiText form={form} name="longDescription" label="Descrizione" fieldType="general" {...ai} />
      <AiText form={form} name="touristInfo" label="Informazioni turistiche" fieldType="general" {...ai} />
    </FieldGroup>
  )
}
