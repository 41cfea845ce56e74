import { everyRole } from '../../../kernel/role.ts'

/** Screens that put together parts of several areas of the panel. */
export const composedScreens = {
  'account/': { least: everyRole, load: () => import('./Account.tsx') },
  // One screen with and without an open lead, so that the list stays mounted.
  'richieste/:kind?/:id?/': { least: 'operatore', load: () => import('./Inbox.tsx') },
  'clienti/:id/': { least: 'operatore', load: () => import('./Customer.tsx') },
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof composedScreens, true> {}
}
