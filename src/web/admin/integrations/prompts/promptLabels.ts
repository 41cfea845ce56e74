import type { FieldType, TextProvider } from '../../../../modules/integrations/prompts/contract.ts'

/** Labels of the kinds of text. */
export const fieldTypeNames: Record<FieldType, string> = {
  general: 'Tratte',
  description: 'Località: descrizione',
  tourist: 'Località: info turistiche',
}

/** Providers by the name of their best-known product, with the path of their prompts. */
export const providerPages: Record<TextProvider, { name: string; path: string }> = {
  openai: { name: 'ChatGPT', path: '/admin/ai/chatgpt/' },
  anthropic: { name: 'Claude', path: '/admin/ai/claude/' },
}
