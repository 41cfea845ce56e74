import { GenerateLocationText } from '../../../../modules/integrations/ai/contract.ts'
import { useCommandCall } from '../../kit/api.ts'

/** Returns what `AiText` needs for a text of a place. */
export function useLocationText(name: string) {
  const generate = useCommandCall(GenerateLocationText, { failed: 'Impossibile generare il testo' })
  return {
    missing: name.trim() ? '' : 'Nome località richiesto',
    generate: async (promptId: number) => {
      const asked = await generate.mutateAsync({ promptId, locationName: name.trim() }).catch(() => null)
      return asked?.jobId ?? null
    },
  }
}
