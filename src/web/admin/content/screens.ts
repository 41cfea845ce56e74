export const contentScreens = {
  'reindirizzamenti/': () => import('./redirects/Redirects.tsx'),
  'reindirizzamenti/nuovo/': () => import('./redirects/RedirectForm.tsx'),
  'reindirizzamenti/non-trovate/': () => import('./redirects/MissedPages.tsx'),
  'reindirizzamenti/:id/': () => import('./redirects/RedirectForm.tsx'),
  'blog/': () => import('./blog/Articles.tsx'),
  'blog/nuovo/': () => import('./blog/ArticleForm.tsx'),
  'blog/:id/': () => import('./blog/ArticleForm.tsx'),
  'blog/categorie/': () => import('./categories/Categories.tsx'),
  'blog/categorie/nuova/': () => import('./categories/CategoryForm.tsx'),
  'blog/categorie/:id/': () => import('./categories/CategoryForm.tsx'),
  'foto/': () => import('./photos/Photos.tsx'),
  'foto/nuova/': () => import('./photos/PhotoForm.tsx'),
  'foto/:id/': () => import('./photos/PhotoForm.tsx'),
  'recensioni/': { least: 'operatore', load: () => import('./reviews/Reviews.tsx') },
  'newsletter/': () => import('./newsletter/Subscribers.tsx'),
  'ai/testi-simili/': () => import('./similarTexts/SimilarTexts.tsx'),
  'lingue/': () => import('./translations/Languages.tsx'),
  'lingue/nomi/': () => import('./translations/UnnamedPlaces.tsx'),
  'lingue/:kind/:id/:language/': () => import('./translations/TranslationForm.tsx'),
  'search-console/': () => import('./checks/SearchConsole.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof contentScreens, true> {}
}
