import type { FieldType, TextProvider } from '../../../../modules/integrations/prompts/contract.ts'

/** Labels of the kinds of text that a prompt writes. */
export const fieldTypeNames: Record<FieldType, string> = {
  general: 'Tratte',
  description: 'Località: descrizione',
  tourist: 'Località: info turistiche',
}

/** Name of each provider's best-known product, and the path of the provider's prompts. */
export const providerPages: Record<TextProvider, { name: string; path: string }> = {
  openai: { name: 'ChatGPT', path: '/admin/ai/chatgpt/' },
  anthropic: { name: 'Claude', path: '/admin/ai/claude/' },
}
