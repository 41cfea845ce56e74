export const integrationsScreens = {
  'ai/chatgpt/': { least: 'redazione', load: () => import('./prompts/Prompts.tsx') },
  'ai/chatgpt/nuovo/': { least: 'redazione', load: () => import('./prompts/PromptForm.tsx') },
  'ai/chatgpt/:id/': { least: 'redazione', load: () => import('./prompts/PromptForm.tsx') },
  'ai/claude/': { least: 'redazione', load: () => import('./prompts/Prompts.tsx') },
  'ai/claude/nuovo/': { least: 'redazione', load: () => import('./prompts/PromptForm.tsx') },
  'ai/claude/:id/': { least: 'redazione', load: () => import('./prompts/PromptForm.tsx') },
  'ai/bozze/': { least: 'redazione', load: () => import('./drafts/TextDrafts.tsx') },
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
