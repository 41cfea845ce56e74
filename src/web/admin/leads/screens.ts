import type { Screens } from '../sections.ts'

export const leadsScreens: Screens = {
  'richieste/nuova/': () => import('./inbox/PhoneLead.tsx'),
  // One screen with and without an open lead, so that the list stays mounted.
  'richieste/:kind?/:id?/': () => import('./inbox/Inbox.tsx'),
  'richieste/:kind/:id/foglio/': () => import('./calendar/ServiceSheet.tsx'),
  'calendario/': () => import('./calendar/Calendar.tsx'),
  'provenienza/': () => import('./provenance/Provenance.tsx'),
}
