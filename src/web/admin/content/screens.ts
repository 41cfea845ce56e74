import type { Screens } from '../sections.ts'

export const contentScreens: Screens = {
  'blog/': () => import('./Articles.tsx'),
  'blog/nuovo/': () => import('./ArticleForm.tsx'),
  'blog/:id/': () => import('./ArticleForm.tsx'),
  'blog/categorie/': () => import('./Categories.tsx'),
  'blog/categorie/nuova/': () => import('./CategoryForm.tsx'),
  'blog/categorie/:id/': () => import('./CategoryForm.tsx'),
  'newsletter/': () => import('./Subscribers.tsx'),
  'ai/chatgpt/': () => import('./PromptsOpenai.tsx'),
  'ai/chatgpt/nuovo/': () => import('./PromptForm.tsx'),
  'ai/chatgpt/:id/': () => import('./PromptForm.tsx'),
  'ai/claude/': () => import('./PromptsAnthropic.tsx'),
  'ai/claude/nuovo/': () => import('./PromptForm.tsx'),
  'ai/claude/:id/': () => import('./PromptForm.tsx'),
  'ai/bozze/': () => import('./TextDrafts.tsx'),
  'ai/testi-simili/': () => import('./SimilarTexts.tsx'),
}
