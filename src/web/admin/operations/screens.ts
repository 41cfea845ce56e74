export const operationsScreens = {
  '': { least: 'operatore', load: () => import('./dashboard/Dashboard.tsx') },
  'privacy/': { least: 'superAdmin', load: () => import('./privacy/Privacy.tsx') },
  'registro/': () => import('./audit/Audit.tsx'),
  'registro/blocco/': { least: ['operatore', 'redazione'], load: () => import('./bulkActs/BulkActs.tsx') },
  'stato/': () => import('./status/SystemStatus.tsx'),
  'eventi/': () => import('./outbox/Outbox.tsx'),
  'eventi/:id/': () => import('./outbox/OutboxEvent.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof operationsScreens, true> {}
}
