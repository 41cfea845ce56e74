export const contentScreens = {
  'reindirizzamenti/': () => import('./redirects/Redirects.tsx'),
  'reindirizzamenti/nuovo/': () => import('./redirects/RedirectForm.tsx'),
  'reindirizzamenti/non-trovate/': () => import('./redirects/MissedPages.tsx'),
  'reindirizzamenti/:id/': () => import('./redirects/RedirectForm.tsx'),
  'blog/': { least: 'redazione', load: () => import('./blog/Articles.tsx') },
  'blog/nuovo/': { least: 'redazione', load: () => import('./blog/ArticleForm.tsx') },
  'blog/:id/': { least: 'redazione', load: () => import('./blog/ArticleForm.tsx') },
  'blog/categorie/': { least: 'redazione', load: () => import('./categories/Categories.tsx') },
  'blog/categorie/nuova/': { least: 'redazione', load: () => import('./categories/CategoryForm.tsx') },
  'blog/categorie/:id/': { least: 'redazione', load: () => import('./categories/CategoryForm.tsx') },
  'foto/': { least: 'redazione', load: () => import('./photos/Photos.tsx') },
  'foto/nuova/': { least: 'redazione', load: () => import('./photos/PhotoForm.tsx') },
  'foto/:id/': { least: 'redazione', load: () => import('./photos/PhotoForm.tsx') },
  'recensioni/': { least: ['operatore', 'redazione'], load: () => import('./reviews/Reviews.tsx') },
  'newsletter/': () => import('./newsletter/Subscribers.tsx'),
  'ai/testi-simili/': { least: 'redazione', load: () => import('./similarTexts/SimilarTexts.tsx') },
  'lingue/': { least: 'redazione', load: () => import('./translations/Languages.tsx') },
  'lingue/nomi/': () => import('./translations/UnnamedPlaces.tsx'),
  'lingue/:kind/:id/:language/': {
    least: 'redazione',
    load: () => import('./translations/TranslationForm.tsx'),
  },
  'search-console/': () => import('./checks/SearchConsole.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof contentScreens, true> {}
}
