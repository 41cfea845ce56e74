import type { FieldType, TextProvider } from '../../../../modules/integrations/prompts/contract.ts'

/** What a prompt is for, as staff call it. */
export const fieldTypeNames: Record<FieldType, string> = {
  general: 'Tratte',
  description: 'Località: descrizione',
  tourist: 'Località: info turistiche',
}

/** Each provider under the name of its best known product, and where its prompts are. */
export const providerPages: Record<TextProvider, { name: string; path: string }> = {
  openai: { name: 'ChatGPT', path: '/admin/ai/chatgpt/' },
  anthropic: { name: 'Claude', path: '/admin/ai/claude/' },
}
