import { GenerateRouteText } from '../../../../modules/integrations/ai/contract.ts'
import { useCommandCall } from '../../kit/api.ts'

/** Returns what `AiText` needs for a text of a route. A place is null until staff choose it. */
export function useRouteText(from: string | null, to: string | null) {
  const generate = useCommandCall(GenerateRouteText, { failed: 'Impossibile generare il testo' })
  return {
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
}
