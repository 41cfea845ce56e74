import type { Screens } from '../sections.ts'

export const leadsScreens: Screens = {
  '': () => import('./Dashboard.tsx'),
  'richieste/nuova/': () => import('./PhoneLead.tsx'),
  // One screen with and without an open lead, so that opening one keeps the list as it is.
  'richieste/:kind?/:id?/': () => import('./Inbox.tsx'),
  'richieste/:kind/:id/foglio/': () => import('./ServiceSheet.tsx'),
  'calendario/': () => import('./Calendar.tsx'),
  'provenienza/': () => import('./Provenance.tsx'),
  'privacy/': () => import('./Privacy.tsx'),
}
