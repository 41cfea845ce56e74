import type { CreateRoute } from '../../../../modules/catalog/routes/contract.ts'
import { GenerateRouteText } from '../../../../modules/integrations/ai/contract.ts'
import { AiText } from '../../integrations/ai/AiText.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { FieldGroup } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

interface RouteTextsProps {
  form: ContractForm<typeof CreateRoute.input.static>
  /** Names of departure (`from`) and destination (`to`); null until staff choose the place. */
  from: string | null
  to: string | null
}

export function RouteTexts({ form, from, to }: RouteTextsProps) {
  const generate = useCommandCall(GenerateRouteText, { failed: 'Impossibile generare il testo' })
  const ai = {
    missing: !from
      ? 'Seleziona una località di partenza'
      : !to
        ? 'Seleziona una località di destinazione'
        : '',
    generate: async (promptId: number) => {
      const input = { promptId, departureLocation: from ?? '', destinationLocation: to ?? '' }
      const asked = await generate.mutateAsync(input).catch(() => null)
      return asked?.jobId ?? null
    },
  }
  return (
    <FieldGroup title="Testi">
      <AiText form={form} name="longDescription" label="Descrizione" fieldType="general" {...ai} />
      <AiText form={form} name="touristInfo" label="Informazioni turistiche" fieldType="general" {...ai} />
    </FieldGroup>
  )
}
