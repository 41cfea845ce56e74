import type { Screens } from '../sections.ts'

export const contentScreens: Screens = {
  'blog/': () => import('./blog/Articles.tsx'),
  'blog/nuovo/': () => import('./blog/ArticleForm.tsx'),
  'blog/:id/': () => import('./blog/ArticleForm.tsx'),
  'blog/categorie/': () => import('./categories/Categories.tsx'),
  'blog/categorie/nuova/': () => import('./categories/CategoryForm.tsx'),
  'blog/categorie/:id/': () => import('./categories/CategoryForm.tsx'),
  'newsletter/': () => import('./newsletter/Subscribers.tsx'),
  'ai/chatgpt/': () => import('../integrations/prompts/PromptsOpenai.tsx'),
  'ai/chatgpt/nuovo/': () => import('../integrations/prompts/PromptForm.tsx'),
  'ai/chatgpt/:id/': () => import('../integrations/prompts/PromptForm.tsx'),
  'ai/claude/': () => import('../integrations/prompts/PromptsAnthropic.tsx'),
  'ai/claude/nuovo/': () => import('../integrations/prompts/PromptForm.tsx'),
  'ai/claude/:id/': () => import('../integrations/prompts/PromptForm.tsx'),
  'ai/bozze/': () => import('../integrations/drafts/TextDrafts.tsx'),
  'ai/testi-simili/': () => import('./similarTexts/SimilarTexts.tsx'),
}
