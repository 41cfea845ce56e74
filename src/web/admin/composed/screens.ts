import type { Screens } from '../kit/screens.ts'

/** Screens that put together parts of several areas of the panel. */
export const composedScreens: Screens = {
  'account/': { least: 'autista', load: () => import('./Account.tsx') },
  // One screen with and without an open lead, so that the list stays mounted.
  'richieste/:kind?/:id?/': { least: 'operatore', load: () => import('./Inbox.tsx') },
  'clienti/:id/': { least: 'operatore', load: () => import('./Customer.tsx') },
}
