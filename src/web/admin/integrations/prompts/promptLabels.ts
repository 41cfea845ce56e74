import type { FieldType, Prompt, TextProvider } from '../../../../modules/integrations/prompts/contract.ts'

export const fieldTypeNames: Record<FieldType, string> = {
  general: 'Tratte',
  description: 'Località: descrizione',
  tourist: 'Località: info turistiche',
  translation: 'Traduzioni',
}

export const providerPages: Record<TextProvider, { name: string; path: string }> = {
  openai: { name: 'ChatGPT', path: '/admin/ai/chatgpt/' },
  anthropic: { name: 'Claude', path: '/admin/ai/claude/' },
}

export const providerIn = (pathname: string): TextProvider =>
  pathname.startsWith(providerPages.anthropic.path) ? 'anthropic' : 'openai'

export const promptChoices = (prompts: Prompt[]) =>
  prompts.map(({ id, name, provider }) => [id, `${name} (${providerPages[provider].name})`] as const)
