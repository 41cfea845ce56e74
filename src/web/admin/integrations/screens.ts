export const integrationsScreens = {
  'ai/chatgpt/': () => import('./prompts/Prompts.tsx'),
  'ai/chatgpt/nuovo/': () => import('./prompts/PromptForm.tsx'),
  'ai/chatgpt/:id/': () => import('./prompts/PromptForm.tsx'),
  'ai/claude/': () => import('./prompts/Prompts.tsx'),
  'ai/claude/nuovo/': () => import('./prompts/PromptForm.tsx'),
  'ai/claude/:id/': () => import('./prompts/PromptForm.tsx'),
  'ai/bozze/': () => import('./drafts/TextDrafts.tsx'),
  'api-esterne/': () => import('./keys/ApiKeys.tsx'),
  'brevo-email/': () => import('./mail/BrevoEmail.tsx'),
  'brevo-email/nuova/': () => import('./mail/BrevoEmailForm.tsx'),
  'brevo-email/:id/': () => import('./mail/BrevoEmailForm.tsx'),
  'casella-risposte/': () => import('./mailbox/ReplyMailbox.tsx'),
  'email/': () => import('./mail/EmailMessages.tsx'),
  'indexnow/': () => import('./indexnow/IndexNow.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof integrationsScreens, true> {}
}
