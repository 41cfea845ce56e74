import type { FieldType, Prompt, TextProvider } from '../../../../modules/integrations/prompts/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'

export const fieldTypeNames: Record<FieldType, string> = {
  general: 'Tratte',
  description: 'Località: descrizione',
  tourist: 'Località: info turistiche',
  translation: 'Traduzioni',
}

export const providerPages = {
  openai: { name: 'ChatGPT', path: 'ai/chatgpt/' },
  anthropic: { name: 'Claude', path: 'ai/claude/' },
} as const satisfies Record<TextProvider, object>

export const providerIn = (pathname: string): TextProvider =>
  pathname.startsWith(adminPath(providerPages.anthropic.path)) ? 'anthropic' : 'openai'

export const promptChoices = (prompts: Prompt[]) =>
  prompts.map(({ id, name, provider }) => [id, `${name} (${providerPages[provider].name})`] as const)
